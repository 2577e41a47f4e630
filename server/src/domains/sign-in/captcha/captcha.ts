import { randomInt, randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '../../../platform/ctx.ts'
import { GLYPHS } from './captcha-glyphs.ts'
import { captchaPng } from './captcha-image.ts'
import { own } from '../../../platform/db/table.ts'
import { authCaptcha } from '../tables.ts'

const LENGTH = 5
const MINUTES = 5
const LETTERS = Object.keys(GLYPHS)

/** A new picture and its key; the code lies in the database so that any process can check it. */
export async function makeCaptcha(db: Db): Promise<{ key: string; image: string }> {
  const code = Array.from({ length: LENGTH }, () => LETTERS[randomInt(LETTERS.length)]).join('')
  const key = randomUUID()
  await sql`insert into ${own(authCaptcha)} (key, code, expire_time) values (${key}, ${code}, now() + ${MINUTES} * interval '1 minute')`.execute(
    db,
  )
  return { key, image: `data:image/png;base64,${captchaPng(code).toString('base64')}` }
}

/** Right or wrong, a key serves once. */
export async function useCaptcha(db: Db, key: unknown, typed: unknown): Promise<boolean> {
  if (typeof key !== 'string' || typeof typed !== 'string' || !/^[0-9a-f-]{36}$/.test(key)) return false
  const used = await sql<{
    code: string
  }>`delete from ${own(authCaptcha)} where key = ${key} and expire_time > now() returning code`.execute(db)
  return used.rows[0]?.code === typed.trim().toUpperCase()
}
