/**
 * The chances over the match as a graph, errors as points below it, as high as their cost: a tap leads
 * to the move. In words it says how the chances went and where they turned.
 */
import { html, nothing, t, tap } from '../ui/dom.js';
import { number, percent as shown, notation, unbroken } from '../ui/evaluations.js';

/**
 * @typedef {import('./analysis.js').Known} Known
 * @typedef {import('../analysis.js').Analysis} Analysis
 * @typedef {import('../analysis.js').Point} Point
 */

const HEIGHT = 100,
  WIDTH = 400,
  /** under the chances: the strip of errors, and the tallest point in it */
  STRIP = 26,
  TALLEST = 20,
  MOST = 5,
  LEAST = 0.05;

const percent = (/** @type {number} */ chance) => Math.round(chance * 100);

/** @param {Known} analysis */
export function graph(analysis) {
  const { of, steps, at, names } = analysis,
    points = of.graph,
    parts = games(of);
  if (!points.length) return nothing;
  const x = (/** @type {number} */ frame) => (frame / Math.max(1, steps.last)) * WIDTH,
    y = (/** @type {number} */ chance) => HEIGHT - chance * HEIGHT;
  const chances = points.map(({ chance }) => percent(chance));
  const label = t('an_graph', {
    name: names[0],
    first: chances[0],
    low: Math.min(...chances),
    high: Math.max(...chances),
    last: chances[chances.length - 1],
  });
  const go = (/** @type {MouseEvent} */ e) => {
    const box = /** @type {Element} */ (e.currentTarget).getBoundingClientRect();
    steps.go(nearest(points, ((e.clientX - box.left) / box.width) * steps.last));
  };
  const marked = of.decisions.filter(({ mark }) => mark);
  const rates = of.accounts.map(({ rate }) => (rate === null ? '' : number(rate, 1)));
  return html`<figure class="an-graph">
    <figcaption>
      <span><i class="disc lt"></i><em>${names[0]}</em><strong>${rates[0]}</strong></span
      ><b>${now(analysis)}</b
      ><span><strong>${rates[1]}</strong><em>${names[1]}</em><i class="disc dk"></i></span>
    </figcaption>
    <svg
      viewBox="0 0 ${WIDTH} ${HEIGHT + STRIP}"
      preserveAspectRatio="none"
      role="img"
      aria-label=${label}
      .innerHTML=${inside()}
      @click=${go}
    ></svg>
  </figure>`;

  /** lit-html would make the parts of an SVG elements of HTML */
  function inside() {
    const spots = (/** @type {Point[]} */ part) =>
      part.map(({ frame, chance }) => `${x(frame).toFixed(1)} ${y(chance).toFixed(1)}`);
    const line = parts.map((part) => `M${spots(part).join('L')}`);
    const area = parts.map((part) => {
      const first = x(part[0].frame).toFixed(1),
        last = x(part[part.length - 1].frame).toFixed(1);
      return `M${first} ${HEIGHT}L${spots(part).join('L')}L${last} ${HEIGHT}Z`;
    });
    const ends = of.games
      .slice(1)
      .map(({ first }) => `<path class="between" d="M${x(first).toFixed(1)} 0V${HEIGHT}"/>`)
      .join('');
    const costs = marked
      .map(({ frame, mark, side, loss = 0 }) => {
        const height = TALLEST * Math.min(1, 0.3 + (0.5 * loss) / of.method.marks.blunder),
          top = `${x(frame).toFixed(1)} ${(HEIGHT + STRIP - height).toFixed(1)}`;
        return `<path class="cost ${side ? 'dark' : 'light'} ${mark}" d="M${top}l4.5 ${height.toFixed(1)}h-9z"/>`;
      })
      .join('');
    return (
      `<rect class="dark" width="${WIDTH}" height="${HEIGHT}"/><path class="light" d="${area.join('')}"/>` +
      `<path class="half" d="M0 ${HEIGHT / 2}H${WIDTH}"/>${ends}` +
      `<path class="line" d="${line.join('')}"/>${costs}<path class="now" d="M${x(at).toFixed(1)} 0V${HEIGHT}"/>`
    );
  }
}

/**
 * The chances are those of a game: the line begins anew with each.
 * @param {Pick<Analysis, 'games'|'graph'>} of
 */
const games = (of) =>
  of.games
    .map(({ first, last }) => of.graph.filter(({ frame }) => frame >= first && frame <= last))
    .filter((part) => part.length);

/**
 * Where the chances turned most, in order, and by how much.
 * @param {Pick<Analysis, 'games'|'graph'>} of
 */
const swings = (of) =>
  games(of)
    .flatMap((part) =>
      part.slice(1).map(({ frame, chance }, i) => ({ frame, chance, by: chance - part[i].chance })),
    )
    .filter(({ by }) => Math.abs(by) >= LEAST)
    .sort((a, b) => Math.abs(b.by) - Math.abs(a.by))
    .slice(0, MOST)
    .sort((a, b) => a.frame - b.frame);

/** What leaves the position as it is: the point before the next roll holds already. */
const STILL = ['doubled', 'taken', 'beavered', 'raccooned', 'resign', 'refused'];

/**
 * The chances in the position that is shown; nothing where they were not worked out.
 * @param {Known} analysis
 */
function now({ of, steps, at }) {
  const { frames } = steps.data,
    game = of.games.find(({ first, last: end }) => at >= first && at <= end);
  const points = of.graph.filter(({ frame }) => game && frame >= game.first && frame <= game.last);
  const next = points.find(({ frame }) => frame >= at),
    last = points.findLast(({ frame }) => frame < at);
  const until = next?.frame ?? -1,
    holds = next && frames.slice(at + 1, until + 1).every(({ t: type }) => STILL.includes(type));
  const moved =
    last && frames.slice(last.frame + 1, at + 1).some(({ t: type }) => type === 'played');
  const held = moved ? undefined : last;
  const point = holds ? next : held;
  return point ? `${shown(point.chance, 0)} – ${shown(1 - point.chance, 0)}` : '';
}

/**
 * @param {readonly Point[]} points
 * @param {number} frame
 */
const nearest = (points, frame) =>
  points.reduce((a, b) => (Math.abs(b.frame - frame) < Math.abs(a.frame - frame) ? b : a)).frame;

/**
 * The swings as a list of links.
 * @param {Known} analysis
 */
export function turningPoints({ of, steps, names }) {
  const moments = swings(of),
    hint = of.graph.length ? html`<small class="an-hint">${tap('an_jump')}</small>` : nothing;
  if (!moments.length) return hint;
  return html`${hint}
    <details class="an-turns">
      <summary>${t('an_swings')}</summary>
      <ul>
        ${moments.map(
          ({ frame, chance, by }) =>
            html`<li>
              <a
                href=${`${steps.data.address}?at=${frame}`}
                @click=${(/** @type {Event} */ e) => {
                  e.preventDefault();
                  steps.go(frame);
                }}
                >${unbroken(notation(steps.data.frames[frame]?.say ?? ''))}</a
              >
              <b>${names[0]}: ${shown(chance - by, 0)} → ${shown(chance, 0)}</b>
            </li>`,
        )}
      </ul>
    </details>`;
}
