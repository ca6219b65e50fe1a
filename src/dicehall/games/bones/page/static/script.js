// Knuckles and Knucklebones: what breaks is at hand before the first die is hit.

import "../shatter.js";
