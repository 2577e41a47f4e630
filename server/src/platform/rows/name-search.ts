import { type RawBuilder, sql } from 'kysely'
import { readPinyin } from './pinyin.ts'

type Condition = RawBuilder<unknown>

/** Pieces as long as this are kept whole: what is found by them holds the text for certain. */
const LONGEST_PIECE = 2

/** Whether a column holds a text, asked of the index of its pieces; `exactly` says it of a longer text for certain. */
export function piecesHold(column: Condition, text: string, exactly: Condition): Condition {
  const found = holdsAll(column, piecesOf(text))
  return isPiece(text) ? found : sql`(${found} and ${exactly})`
}

/** `part`, or a name that is read as the text is spelt. */
export function isReadAs(column: Condition, text: string, part: Condition): Condition {
  const read = readPinyin(text).map((pieces) => holdsAll(column, pieces))
  return read.length === 0 ? part : sql`(${sql.join([part, ...read], sql` or `)})`
}

/**
 * The same asked of the index. What is found is looked at again only where a name has Latin letters: none other has their
 * pairs, and taking names apart once more would cost more than finding them.
 */
export function piecesReadAs(column: Condition, text: string, exactly: Condition): Condition {
  const found = isReadAs(column, text, holdsAll(column, piecesOf(text)))
  if (isPiece(text)) return found
  return readPinyin(text).length === 0
    ? sql`(${found} and ${exactly})`
    : sql`(${found} and (${column} !~* '[a-z]' or ${isReadAs(column, text, exactly)}))`
}

function isPiece(text: string): boolean {
  return [...text].length <= LONGEST_PIECE
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
