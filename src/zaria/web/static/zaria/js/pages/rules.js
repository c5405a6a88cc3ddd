/** The pages of the rules: their pictures are drawn here, and in the sheet that the table opens. */
import { draw } from '../tables/picture.js';

export { draw };

draw(document);
