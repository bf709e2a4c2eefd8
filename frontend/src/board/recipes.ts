/**
 * Names of all drawing recipes. The server's map check holds the same list: a kind whose recipe is not here is an error
 * there, and a test here proves that every name draws something in the role it is given.
 */
export const SQUARE_RECIPES = [
  'meadow',
  'planks',
  'flags',
  'road',
  'brush',
  'wood',
  'rubble',
  'water',
  'ford',
  'hill',
  'masonry-block',
  'deck',
  'ditch',
  'scree',
  'snow',
  'mud',
  'tiles',
  'rampart',
  'gallery',
] as const;

export const FEATURE_RECIPES = ['stairs', 'ladder', 'wagon', 'table', 'crates', 'mast', 'pillar'] as const;

export const EDGE_RECIPES = ['palisade', 'wall', 'low-wall', 'hedge', 'door', 'window', 'shutter', 'rail', 'rigging', 'ivy', 'steps'] as const;

export const DECOR_RECIPES = [
  'road',
  'wash',
  'rug',
  'campfire',
  'barrels',
  'rock',
  'rocks',
  'sign',
  'tree',
  'reeds',
  'bench',
  'lantern',
  'rope',
] as const;

export const RECIPES = [...new Set<string>([...SQUARE_RECIPES, ...FEATURE_RECIPES, ...EDGE_RECIPES, ...DECOR_RECIPES])];
