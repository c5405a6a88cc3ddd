/** The pages of the rules: their pictures are drawn here, and in the sheet that the match page opens. */
import { board as boardGame } from '../squares/picture.js';
import { board as tablesGame } from '../tables/picture.js';
import { drawPictures } from '../ui/pictures.js';

drawPictures(document, (of) => ('board' in of ? boardGame(of) : tablesGame(of)));
