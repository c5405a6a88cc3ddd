/** Sums, stakes and clocks as people read them. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { speaking } from './support/language.js';
import { addWords, amount, clockText, highestLoss, stakeRange, sum } from '#js/ui/dom.js';
import { hundredths } from '#js/lobby/stake.js';

const SPACE = '\u00a0';

describe('a sum in each language', () => {
  const cases = [
    ['en', 123456, '1,234.56'],
    ['en', 5, '0.05'],
    ['en', 100000000, '1,000,000.00'],
    ['bg', 123456, `1${SPACE}234,56`],
    ['el', 123456, '1.234,56'],
    ['ro', 123456, '1.234,56'],
    ['ru', 123456, `1${SPACE}234,56`],
    ['tr', 123456, '1.234,56'],
    ['tr', 99, '0,99'],
    ['ru', 100, '1,00'],
    ['en', 0, '0.00'],
    ['en', -250, '-2.50'],
  ];
  for (const [language, cents, text] of cases)
    test(`${cents} hundredths in ${language} are ${text}`, () =>
      assert.equal(
        speaking(language, () => sum(cents)),
        text,
      ));
});

describe('an amount', () => {
  test('of credits goes without a word', () => assert.equal(amount(500, 'credits'), '5.00'));
  test('without a unit goes without a word', () => assert.equal(amount(500), '5.00'));
  test('of a currency names it', () => assert.equal(amount(500, 'EUR'), '5.00 EUR'));
});

describe('the most that a side can lose', () => {
  const cases = [
    ['one game: the agreed most', { stake: 200, most: 600 }, 1, 600],
    ['one game without a most: the stake', { stake: 200, most: null }, 1, 200],
    ['a match of several games: the stake', { stake: 200, most: 600 }, 5, 200],
    ['a session: the agreed most', { stake: 200, most: 600 }, 0, 600],
  ];
  for (const [name, stakes, length, cents] of cases)
    test(name, () => assert.equal(highestLoss(stakes, length), cents));
});

describe('what a match is played for', () => {
  const cases = [
    ['a stake alone', { stake: 200, most: null, unit: 'credits' }, 1, '2.00'],
    ['a stake and the most', { stake: 200, most: 500, unit: 'credits' }, 1, '2.00–5.00'],
    ['a most that is the stake', { stake: 200, most: 200, unit: 'credits' }, 1, '2.00'],
    ['a match of several games', { stake: 200, most: 500, unit: 'credits' }, 5, '2.00'],
    ['a stake in a currency', { stake: 200, most: null, unit: 'EUR' }, 1, '2.00 EUR'],
    ['the currency once, at the end', { stake: 200, most: 500, unit: 'EUR' }, 1, '2.00–5.00 EUR'],
    ['no unit: the most that was written', { stake: 200, most: 500, unit: '' }, 5, '2.00–5.00'],
    ['no unit and no most', { stake: 200, unit: '' }, 5, '2.00'],
  ];
  for (const [name, stakes, length, text] of cases)
    test(name, () => assert.equal(stakeRange(stakes, length), text));
});

describe('a clock in words', () => {
  addWords({
    no_clock: 'no clock',
    seconds: '{n} s',
    minutes: '{n} min',
    clock_bank: '{bank}',
    clock_delay: '{delay} a move',
    clock_reserve: '{delay} a move, {bank} in reserve',
    clock_increment: '{bank} and {increment} a move',
    clock_all: '{delay}, {bank} and {increment}',
  });
  const cases = [
    ['none', null, 'no clock'],
    ['not known', undefined, 'no clock'],
    ['a bank', { bank: 300000 }, '5 min'],
    ['a bank of seconds', { bank: 90000 }, '90 s'],
    ['a delay', { delay: 30000 }, '30 s a move'],
    ['a delay and a bank', { delay: 12000, bank: 120000 }, '12 s a move, 2 min in reserve'],
    ['a bank and an increment', { bank: 180000, increment: 2000 }, '3 min and 2 s a move'],
    ['all three', { delay: 5000, bank: 60000, increment: 1000 }, '5 s, 1 min and 1 s'],
    ['no time at all', {}, '0 s'],
  ];
  for (const [name, clock, text] of cases) test(name, () => assert.equal(clockText(clock), text));
});

describe('an amount that a member writes', () => {
  const cases = [
    ['5', 500],
    ['5.5', 550],
    ['5,50', 550],
    ['0.01', 1],
    ['1 000', 100000],
    [`1${SPACE}000,25`, 100025],
    [' 7 ', 700],
    ['1234567', 123456700],
    ['19.99', 1999],
    ['', null],
    ['-5', null],
    ['5.', null],
    ['.5', null],
    ['5.123', null],
    ['12345678', null],
    ['1,2,3', null],
    ['five', null],
    ['1e3', null],
  ];
  for (const [text, cents] of cases)
    test(`"${text}" is ${cents === null ? 'none' : `${cents} hundredths`}`, () =>
      assert.equal(hundredths(text), cents));
});
