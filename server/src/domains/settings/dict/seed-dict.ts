import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import type { Db } from '../../../platform/ctx.ts'
import { nextId } from '../../../platform/db/id.ts'
import { every, into } from '../../../platform/access/doors.ts'
import { dictBiz } from '@xueheng/contract/domains/settings/dict-biz.ts'
import { dict } from '@xueheng/contract/domains/settings/dict.ts'

const BUSINESS_WORDS = every(dictBiz, 'what is there already is not sown again')
const WORDS = every(dict, 'what is there already is not sown again')

const FOLDER = fileURLToPath(new URL('../../../../seeds/dict/', import.meta.url))

type Line = Record<string, string>

/** The dictionaries of `seeds/dict/`: those the tenant does not have yet; its own changes are left alone. */
export async function seedDictionaries(db: Db, tenantId: string): Promise<void> {
  const known = await sql<{ code: string }>`select distinct code from ${BUSINESS_WORDS}`.execute(db)
  const codes = new Set(known.rows.map((row) => row.code))
  const missing = read('index').filter((line) => !codes.has(line['code'] ?? ''))
  for (const line of missing) await db.transaction().execute((trx) => addDictionary(trx, tenantId, line))
}

/** Dictionaries that clients of this API family expect among the shared ones. */
const SHARED =
  'sex,notice,menu_category,button_func,yes_no,flow,org_category,post_category,data_scope_type,api_scope_type,scope_category,oss,sms,region,user_type'.split(
    ',',
  )

/** Those of them the installation never had; what administrators changed or removed stays so. */
export async function seedSharedDictionaries(db: Db): Promise<void> {
  const known = await sql<{ code: string }>`select distinct code from ${WORDS}`.execute(db)
  const codes = new Set(known.rows.map((row) => row.code))
  const missing = read('index').filter(({ code = '' }) => SHARED.includes(code) && !codes.has(code))
  for (const { code = '', title = '', sort = '0' } of missing) {
    const parentId = nextId()
    await addShared(db, { id: parentId, parentId: '0', code, key: '-1', value: title, sort, remark: '' })
    for (const { dictKey: key = '', dictValue: value = '', sort: place = '0', remark = '' } of read(code)) {
      await addShared(db, { id: nextId(), parentId, code, key, value, sort: place, remark })
    }
  }
}

async function addShared(db: Db, entry: Entry): Promise<void> {
  await sql`insert into ${into(dict)} (id, parent_id, code, dict_key, dict_value, sort, is_sealed, remark)
    values (${entry.id}, ${entry.parentId}, ${entry.code}, ${entry.key}, ${entry.value}, ${Number(entry.sort)}, 0, ${entry.remark})`.execute(
    db,
  )
}

async function addDictionary(db: Db, tenantId: string, { code = '', title = '', sort = '0' }: Line): Promise<void> {
  const parentId = nextId()
  await insert(db, tenantId, { id: parentId, parentId: '0', code, key: '-1', value: title, sort, remark: '' })
  for (const entry of read(code)) {
    await insert(db, tenantId, {
      id: nextId(),
      parentId,
      code,
      key: entry['dictKey'] ?? '',
      value: entry['dictValue'] ?? '',
      sort: entry['sort'] ?? '0',
      remark: entry['remark'] ?? '',
    })
  }
}

interface Entry {
  id: string
  parentId: string
  code: string
  key: string
  value: string
  sort: string
  remark: string
}

async function insert(db: Db, tenantId: string, entry: Entry): Promise<void> {
  await sql`insert into ${into(dictBiz)} (id, tenant_id, parent_id, code, dict_key, dict_value, sort, is_sealed, remark)
    values (${entry.id}, ${tenantId}, ${entry.parentId}, ${entry.code}, ${entry.key}, ${entry.value}, ${Number(entry.sort)}, 0, ${entry.remark})`.execute(
    db,
  )
}

/** These files are ours and plain: no quotes, no commas inside values. */
function read(code: string): Line[] {
  const [head = '', ...lines] = readFileSync(`${FOLDER}/${code}.csv`, 'utf8').trim().split(/\r?\n/)
  const names = head.split(',')
  return lines
    .filter(Boolean)
    .map((line) => Object.fromEntries(line.split(',').map((value, i) => [names[i] ?? '', value])))
}
