import { sms } from '@xueheng/contract/domains/resource/sms.ts'
import type { StoredValues } from '@xueheng/contract/kit/field.ts'
import { sql } from 'kysely'
import { partsOf } from '../../../platform/comma-list.ts'
import type { Config } from '../../../platform/config.ts'
import type { Db } from '../../../platform/ctx.ts'
import type { Database } from '../../../platform/db/pool.ts'
import { nextId } from '../../../platform/db/id.ts'
import { AppError, refuse } from '../../../platform/error.ts'
import type { SendSms } from '../../../platform/sms.ts'
import type { Reach } from '../../../platform/net/address.ts'
import { decryptField } from '../../../platform/secret.ts'
import { deliver } from './deliver.ts'
import type { SmsMessage } from './provider.ts'
import { own } from '../../../platform/db/table.ts'
import { smsQuota, smsLogTable } from '../tables.ts'
import { every } from '../../../platform/access/doors.ts'
import { smsTemplate } from '@xueheng/contract/domains/resource/sms.ts'

const CONFIGS = every(sms, 'whoever causes a message has it sent by the config in use')
const TEMPLATES = every(smsTemplate, 'whoever causes a message has it written with the template of its kind')

export interface SmsDeps {
  config: Pick<Config, 'masterKey'> & Reach
  database: Database
}

type SmsRow = { id: string } & StoredValues<typeof sms.fields>

const DEFAULT_QUOTA = 1000

/** Sends in the name of a tenant by its enabled provider and the template of the kind. */
export function createSms(deps: SmsDeps): SendSms {
  return async (tenantId, phone, kind, params) => {
    const row = await findConfig(deps.database.tenant(tenantId), undefined)
    if (!row) return 'skipped'
    // The provider's own template is for codes: other texts would come out as one.
    const templateId = kind === 'notify' ? null : row.templateId
    await sendBy(deps, tenantId, { ...row, templateId }, kind, [phone], params)
    return 'sent'
  }
}

/** Whether messages can be sent in the name of the tenant of `db`. */
export async function hasSms(db: Db): Promise<boolean> {
  return (await findConfig(db, undefined)) !== undefined
}

/** The config of that code, or the enabled one. */
export async function findConfig(db: Db, code: string | undefined): Promise<SmsRow | undefined> {
  const chosen = code ? sql`sms_code = ${code}` : sql`status = 2`
  const found = await sql<SmsRow>`select id, category, sms_code, template_id,
    sign_name, access_key, secret_key, app_id, region_id,
    endpoint, body_template, day_quota
    from ${CONFIGS} c where is_deleted = 0 and ${chosen}`.execute(db)
  return found.rows[0]
}

/**
 * Counts, sends and logs. The count and the line are kept whatever becomes of the caller's transaction: the provider
 * has been asked, and will send its bill.
 */
export async function sendBy(
  { config, database }: SmsDeps,
  tenantId: string,
  row: SmsRow,
  kind: string,
  phones: string[],
  params: Record<string, string>,
): Promise<void> {
  const db = database.tenant(tenantId)
  const message = await messageOf(db, row, kind, phones, params)
  await count(db, tenantId, row.dayQuota ?? DEFAULT_QUOTA, phones.length)
  const secretKey = decryptField(config.masterKey, sms, row, 'secretKey')
  const fault = await deliver({ ...row, secretKey }, message, new Date(), config)
  await log(db, tenantId, row.smsCode, kind, message, fault)
  if (fault !== undefined) throw refuse('短信发送失败，请稍后再试')
}

interface Template {
  templateCode: string
  paramNames: string | null
  content: string | null
}

/** The template made for this provider before one made for all, before the provider's own. */
async function messageOf(
  db: Db,
  row: SmsRow,
  kind: string,
  phones: string[],
  params: Record<string, string>,
): Promise<SmsMessage> {
  const found = await sql<Template>`select template_code, param_names, content from ${TEMPLATES}
    where is_deleted = 0 and kind = ${kind} and coalesce(sms_code, '') in ('', ${row.smsCode})
    order by coalesce(sms_code, '') desc limit 1`.execute(db)
  const template = found.rows[0]
  const templateCode = template?.templateCode ?? row.templateId
  if (!templateCode) throw refuse('没有可用的短信模板，请联系管理员')
  const names = partsOf(template?.paramNames)
  const content = (template?.content ?? '').replaceAll(/\{(\w+)\}/g, (all, name: string) => params[name] ?? all)
  return { phones, templateCode, params, paramNames: names, content }
}

/** The day's count is raised before anything is sent, in one statement, so that parallel calls cannot pass it. */
async function count(db: Db, tenantId: string, quota: number, messages: number): Promise<void> {
  const counted = await sql`insert into ${own(smsQuota)} as q (tenant_id, day, used)
    select ${tenantId}, current_date, ${messages}::int where ${messages}::int <= ${quota}::int
    on conflict (tenant_id, day) do update set used = q.used + excluded.used where q.used + excluded.used <= ${quota}`.execute(
    db,
  )
  if (counted.numAffectedRows === 0n) throw new AppError({ status: 429, text: '今日短信已达到每日限额' })
}

async function log(
  db: Db,
  tenantId: string,
  smsCode: string,
  kind: string,
  message: SmsMessage,
  fault: string | undefined,
): Promise<void> {
  const result = (fault ?? '已发送').slice(0, 300)
  for (const phone of message.phones) {
    const masked = phone.length > 7 ? `${phone.slice(0, 3)}****${phone.slice(-4)}` : '****'
    await sql`insert into ${own(smsLogTable)} (id, tenant_id, phone, sms_code, kind, template_code, result)
      values (${nextId()}, ${tenantId}, ${masked}, ${smsCode}, ${kind}, ${message.templateCode}, ${result})`.execute(db)
  }
}
