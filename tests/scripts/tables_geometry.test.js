/** Where everything on a board of checkers lies. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import * as halves from '#js/tables/halves.js';
import * as usual from '#js/tables/geometry.js';
import * as upright from '#js/tables/upright.js';

const { columnOf, corners, opposite, pointPath, r, rect } = usual;

describe('the same point in the numbering of the other player', () => {
  const cases = [
    [1, false, 24],
    [12, false, 13],
    [13, false, 12],
    [24, false, 1],
    [1, true, 13],
    [12, true, 24],
    [13, true, 1],
    [24, true, 12],
    [0, false, 0],
    [25, false, 25],
    [0, true, 0],
    [25, true, 25],
  ];
  for (const [point, parallel, answer] of cases)
    test(`${point} is ${answer} where they run ${parallel ? 'the same way' : 'against each other'}`, () =>
      assert.equal(opposite(point, parallel), answer));
  for (const parallel of [false, true])
    test(`asked twice gives the point again (${parallel ? 'parallel' : 'opposed'})`, () => {
      for (let point = 0; point <= 25; point++)
        assert.equal(opposite(opposite(point, parallel), parallel), point);
    });
});

describe('the column of a point, from the home edge', () => {
  for (const [point, column] of [
    [1, 0],
    [6, 5],
    [7, 6],
    [12, 11],
    [13, 11],
    [18, 6],
    [19, 5],
    [24, 0],
  ])
    test(`${point} stands in column ${column}`, () => assert.equal(columnOf(point), column));
});

describe('drawing', () => {
  test('numbers have one digit after the point', () => assert.equal(r(1.26), 1.3));
  test('a triangle has its base and its tip', () =>
    assert.deepEqual(corners(100, 50, 10, 80), [
      { x: 76.5, y: 10 },
      { x: 123.5, y: 10 },
      { x: 100, y: 90 },
    ]));
  test('a rectangle is given by two corners', () =>
    assert.equal(
      rect(1, 2, 11.04, 5, 'class="a"'),
      '<rect x="1" y="2" width="10" height="3" class="a"/>',
    ));
});

const SHAPES = {
  'a wide board': { w: 800, h: 600, mirrored: false, rails: true, parallel: false },
  'a mirrored board': { w: 800, h: 600, mirrored: true, rails: true, parallel: false },
  'a phone': { w: 360, h: 330, mirrored: false, rails: false, parallel: false },
  'parallel ways': { w: 800, h: 600, mirrored: false, rails: true, parallel: true },
  'parallel ways, turned': {
    w: 800,
    h: 600,
    mirrored: false,
    rails: true,
    parallel: true,
    turned: true,
  },
  'a player across': {
    w: 800,
    h: 600,
    mirrored: false,
    rails: true,
    parallel: false,
    across: true,
  },
};
const POINTS = Array.from({ length: 24 }, (_, i) => i + 1);
const inside = ({ w, h }, { x, y }, margin) =>
  x >= margin && x <= w - margin && y >= margin && y <= h - margin;
const near = (a, b) => Math.abs(a - b) < 1e-6;

for (const [name, shape] of Object.entries(SHAPES))
  describe(name, () => {
    const g = usual.geometry(shape);
    test('has all points, the bar and the tray', () => {
      assert.ok([...POINTS, 0, 25].every((point) => g.has(point)));
      assert.ok(!g.has(26) && !g.has(-1));
    });
    test('fifteen checkers on any point lie on the board', () => {
      for (const point of POINTS)
        for (let k = 0; k < 15; k++)
          assert.ok(inside(shape, g.onPoint(point, k, 15), g.size / 2), `${point} ${k}`);
    });
    test('the checkers of a point stand above each other in its column', () => {
      for (const point of POINTS) {
        const { x, w } = g.pointBox(point);
        assert.ok(near(g.onPoint(point, 3, 5).x, x + w / 2));
      }
    });
    test('a checker above a pinned one stands back', () => {
      for (const point of POINTS) {
        const way = g.isNear(point) ? -1 : 1;
        assert.ok(way * (g.onPoint(point, 0, 1, true).y - g.onPoint(point, 0, 1).y) > g.size / 2);
      }
    });
    test('points of one row are beside each other', () => {
      const row = POINTS.filter(g.isNear)
        .map((point) => g.pointBox(point))
        .sort((a, b) => a.x - b.x);
      assert.equal(row.length, 12);
      row.slice(1).forEach((box, i) => assert.ok(box.x >= row[i].x + row[i].w - 1e-6));
    });
    test('point and opposite point of a row share a column', () => {
      for (const point of POINTS.slice(0, 12))
        assert.ok(near(g.pointBox(point).x, g.pointBox(25 - point).x));
    });
    test('the bar lies between the sixth and the seventh point', () => {
      const [a, b] = [g.columnX(5), g.columnX(6)];
      assert.ok(Math.min(a, b) < g.barX && g.barX < Math.max(a, b));
    });
    test('checkers on the bar of both players keep apart', () => {
      const [a, b] = [g.onBar(true, 0, 3), g.onBar(false, 0, 3)];
      assert.ok(Math.abs(a.y - b.y) >= g.size);
      assert.ok(near(a.y + b.y, shape.h));
    });
    test('dice of the two players fall into different halves', () => {
      assert.ok((g.dieAt(true, 0, 2).x - g.barX) * (g.dieAt(false, 0, 2).x - g.barX) < 0);
    });
    test('two dice do not cover each other', () =>
      assert.ok(g.dieAt(true, 1, 2).x - g.dieAt(true, 0, 2).x > g.dieSize(2)));
    test('four dice are smaller than two, never larger than 66', () => {
      assert.ok(g.dieSize(4) <= g.dieSize(2));
      assert.ok(g.dieSize(2) <= 66);
    });
    test('a cube of nobody lies in the middle', () =>
      assert.ok(near(g.cubeAt(null).y, shape.h / 2)));
    test('the cubes of the two players lie at opposite edges', () =>
      assert.ok(near(g.cubeAt(0).y + g.cubeAt(1).y, shape.h)));
    test('every point is drawn, in two colours by turns', () => {
      const drawing = usual.scene(g);
      assert.equal(drawing.match(/class="pt a"/g).length, 12);
      assert.equal(drawing.match(/class="pt b"/g).length, 12);
    });
    test('the drawing numbers every point, or none where that cannot be read', () => {
      const numbers = usual.scene(g).match(/<text/g) ?? [];
      assert.equal(numbers.length, 24);
    });
  });

describe('where home is', () => {
  const first = (shape) => usual.geometry(shape).pointBox(1);
  test('on the right, near the viewer', () => {
    const { x, y } = first(SHAPES['a wide board']);
    assert.ok(x > 400 && y > 300);
  });
  test('on the left where the board is mirrored', () => {
    const { x, y } = first(SHAPES['a mirrored board']);
    assert.ok(x < 400 && y > 300);
  });
  test('far on the left where it is turned', () => {
    const { x, y } = first(SHAPES['parallel ways, turned']);
    assert.ok(x < 400 && y < 300);
  });
  test('far from a player who sits across', () => {
    const { y } = first(SHAPES['a player across']);
    assert.ok(y < 300);
  });
  test('a box of the bar and a box of the tray differ by their numbers', () => {
    const g = usual.geometry(SHAPES['a wide board']);
    assert.deepEqual(g.boxOf(0), g.trayBox());
    assert.deepEqual(g.boxOf(25), g.barBox());
    assert.deepEqual(g.boxOf(7), g.pointBox(7));
  });
  test('a point is a closed path with a rounded tip', () =>
    assert.match(pointPath(usual.geometry(SHAPES['a wide board']), 1), /^M[^Z]*Q[^Z]*Z$/));
});

for (const rails of [true, false])
  describe(`a board of halves ${rails ? 'with' : 'without'} rails`, () => {
    const shape = { w: 600, h: 700, mirrored: false, rails, parallel: false };
    const g = halves.geometry(shape);
    const used = POINTS.filter((point) => g.has(point));
    test('has six points of each player', () =>
      assert.deepEqual(used, [1, 2, 3, 4, 5, 6, 19, 20, 21, 22, 23, 24]));
    test('those of the viewer are near', () =>
      assert.deepEqual(used.filter(g.isNear), [1, 2, 3, 4, 5, 6]));
    test('fifteen checkers on any of them lie on the board', () => {
      for (const point of used)
        for (let k = 0; k < 15; k++)
          assert.ok(inside(shape, g.onPoint(point, k, 15), g.size / 2), `${point} ${k}`);
    });
    test('the hand is in one rack, each player’s in their half', () => {
      for (let k = 0; k < 15; k++) {
        assert.equal(g.onBar(true, k).x, g.barX);
        assert.ok(g.onBar(true, k).y > shape.h / 2);
        assert.ok(g.onBar(false, k).y < shape.h / 2);
      }
    });
    test('dice lie on the beam', () => assert.equal(g.dieAt(true, 0, 2).y, shape.h / 2));
    test('a cube of nobody lies in the middle', () => assert.equal(g.cubeAt(null).y, shape.h / 2));
    test('the drawing has twelve points', () =>
      assert.equal(halves.scene(g).match(/class="pt /g).length, 12));
  });

for (const mirrored of [false, true])
  describe(`an upright board, home on the ${mirrored ? 'left' : 'right'} before it was turned`, () => {
    const shape = { w: 360, h: 600, mirrored, rails: false, parallel: false, upright: true };
    const g = upright.geometry(shape);
    test('is larger for a checker than the same board that lies', () =>
      assert.ok(g.size > usual.geometry({ ...shape, upright: false }).size));
    test('has home below', () => assert.ok(g.pointBox(1).y > shape.h / 2));
    test('points lie across', () => {
      const { w, h } = g.pointBox(8);
      assert.ok(w > h);
    });
    test('all checkers of a point are in its row', () => {
      for (const point of POINTS) {
        const { y, h } = g.pointBox(point);
        assert.ok(near(g.onPoint(point, 2, 5).y, y + h / 2));
      }
    });
    test('boxes lie on the board', () => {
      for (const point of POINTS) {
        const box = g.pointBox(point);
        assert.ok(box.x >= 0 && box.x + box.w <= shape.w);
        assert.ok(box.y >= 0 && box.y + box.h <= shape.h);
      }
    });
    test('numbers stay upright', () => {
      const drawing = upright.scene(g);
      assert.equal(drawing.split('</g><g class="nums"')[1].match(/<text/g).length, 24);
    });
  });
