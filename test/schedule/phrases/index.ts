// All tables of phrases, by language.
export { arabic } from './ar.ts';
export { german } from './de.ts';
export { english } from './en.ts';
export { spanish } from './es.ts';
export { french } from './fr.ts';
export { hindi } from './hi.ts';
export { italian } from './it.ts';
export { japanese } from './ja.ts';
export { dutch } from './nl.ts';
export { portuguese } from './pt.ts';
export { russian } from './ru.ts';
export { chinese } from './zh.ts';
