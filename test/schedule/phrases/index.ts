// All tables of phrases, by language.
export { english } from './en.ts';
