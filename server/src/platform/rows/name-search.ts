import { type RawBuilder, sql } from 'kysely'
import { readPinyin } from './pinyin.ts'

type Condition = RawBuilder<unknown>

/** Pieces as long as this are kept whole: what is found by them holds the text for certain. */
const LONGEST_PIECE = 2

/** Whether a column holds a text, asked of the index of its pieces; `exactly` says it of a longer text for certain. */
export function piecesHold(column: Condition, text: string, exactly: Condition): Condition {
  const found = holdsAll(column, piecesOf(text))
  return [...text].length > LONGEST_PIECE ? sql`(${found} and ${exactly})` : found
}

/** `part`, or a name that is read as the text is spelt. */
export function partOfName(column: Condition, text: string, part: Condition): Condition {
  const read = readPinyin(text).map((pieces) => holdsAll(column, pieces))
  return read.length === 0 ? part : sql`(${sql.join([part, ...read], sql` or `)})`
}

function holdsAll(column: Condition, pieces: string[]): Condition {
  return sql`name_pieces(${column}) @> ${pieces}::text[]`
}

/** Every pair of neighbours, of a single character itself, as the function `name_pieces` of the database cuts them. */
function piecesOf(text: string): string[] {
  const letters = [...text.toLowerCase()]
  if (letters.length === 1) return letters
  return [...new Set(letters.slice(1).map((letter, i) => `${letters[i]}${letter}`))]
}
