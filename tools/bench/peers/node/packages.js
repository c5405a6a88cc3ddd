/** Loads the peers' packages, which `tools/bootstrap.py bench` installs in build/peers. */
import { createRequire } from 'node:module';

export const load = createRequire(new URL('../../../../build/peers/', import.meta.url));
