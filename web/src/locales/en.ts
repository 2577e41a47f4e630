const parts = import.meta.glob<Record<string, string>>('./en/*.json', { eager: true, import: 'default' })

/** English by Chinese text, by file: one per domain, `shell`, `platform`, and `shared` for what several domains say. */
export const wordsByFile: Record<string, Record<string, string>> = Object.fromEntries(
  Object.entries(parts).map(([path, words]) => [path.slice('./en/'.length, -'.json'.length), words]),
)

/** All of them. */
export const words: Record<string, string> = Object.assign({}, ...Object.values(parts))
