declare module 'virtual:declared' {
  export const facts: import('./facts.ts').Declared
}
