import { BASE_FIELDS } from '@xueheng/contract/kit/entity.ts'
import { snake } from '@xueheng/contract/kit/name.ts'
import { sql } from 'kysely'
import { pinyin } from 'pinyin-pro'
import type { Db } from '../../platform/ctx.ts'

/** Words of the language and names the generated file imports. */
const TAKEN_IN_CODE =
  'break,case,catch,class,const,continue,debugger,default,delete,do,else,enum,export,extends,false,finally,for,function,if,implements,import,in,instanceof,interface,let,new,null,package,private,protected,public,return,static,super,switch,this,throw,true,try,typeof,var,void,while,with,yield,await,async,of,eval,arguments,undefined,constructor,prototype,text,paragraph,integer,decimal,flag,date,dateTime,defineEntity,defineDomain,registry'.split(
    ',',
  )
/** Names the calls of an entity use for other things. */
const TAKEN_BY_CALLS = [
  'id',
  'ids',
  'tenantId',
  'current',
  'size',
  'ascs',
  'descs',
  'children',
  'hasChildren',
  'reason',
]

/** Names no entity and no field may have: words of TypeScript and of PostgreSQL, and what every row has already. */
export async function reservedNames(db: Db): Promise<Set<string>> {
  const found = await sql<{ word: string }>`select word from pg_get_keywords() where catcode in ('R', 'T')`.execute(db)
  return new Set([
    ...found.rows.map((row) => row.word),
    ...TAKEN_IN_CODE,
    ...TAKEN_BY_CALLS,
    ...Object.keys(BASE_FIELDS),
  ])
}

const LONGEST_COLUMN = 60

/** A camel-case word that is safe as an identifier, as a column and as part of a path. */
export function isSafeName(name: string, reserved: ReadonlySet<string>): boolean {
  const isWord = /^[a-z][a-zA-Z0-9]{0,39}$/.test(name) && snake(name).length <= LONGEST_COLUMN
  return isWord && !reserved.has(name) && !reserved.has(snake(name))
}

/** A safe name for anything a foreign table calls its columns; different from those in `taken`. */
export function nameOf(column: string, reserved: ReadonlySet<string>, taken: ReadonlySet<string>): string {
  const latin = pinyin(column, { toneType: 'none', type: 'array', nonZh: 'consecutive' }).join(' ')
  const words = latin
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter(Boolean)
  const joined = words.map((word, at) => (at === 0 ? word : word[0]?.toUpperCase() + word.slice(1))).join('')
  const base = (/^[a-z]/.test(joined) ? joined : `field${joined}`).slice(0, 28)
  const candidates = [base, `${base}Value`, ...Array.from({ length: 200 }, (_none, at) => `${base}${at + 2}`)]
  return candidates.find((name) => isSafeName(name, reserved) && !taken.has(name)) ?? 'field'
}

/** Text as a literal of TypeScript: whatever stands in it stays text. */
export function quoted(value: string): string {
  const escaped = JSON.stringify(value)
    .slice(1, -1)
    .replaceAll(String.raw`\"`, '"')
  return `'${escaped.replaceAll("'", String.raw`\'`).replaceAll(/[\u2028\u2029]/g, ' ')}'`
}

/** Text for a comment: one line that cannot end it. */
export function remark(value: string): string {
  return value.replaceAll(/\s+/g, ' ').replaceAll('*/', '* /').trim()
}

/** bookInfo → book-info. */
export function kebab(name: string): string {
  return snake(name).replaceAll('_', '-')
}

/** bookInfo → Book info: the English of a label nobody has translated yet. */
export function spoken(name: string): string {
  const words = snake(name).replaceAll('_', ' ')
  return words[0]?.toUpperCase() + words.slice(1)
}
