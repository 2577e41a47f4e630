import { dataPurpose } from '@xueheng/contract/domains/privacy/data-purpose.ts'
import { consentStates, guardianConsent } from '@xueheng/contract/domains/privacy/guardian-consent.ts'
import { personalRequest } from '@xueheng/contract/domains/privacy/personal-request.ts'
import { retentionRule } from '@xueheng/contract/domains/privacy/retention-rule.ts'
import { sql } from 'kysely'
import { visible } from '../../../platform/access/doors.ts'
import { wallDay } from '../../../platform/clock.ts'
import type { Ctx } from '../../../platform/ctx.ts'
import { dictLabels } from '../../../platform/rows/labels.ts'
import { ASKED_ROWS, type Part, part } from './part.ts'

/** How long which data are kept, and what was cleared away last. */
export async function retentionPart(ctx: Ctx): Promise<Part> {
  const kinds = await dictLabels(ctx, 'privacy_retain_kind')
  const found = await sql<{
    name: string
    kind: string
    years: number
    on: number
    time: string | null
    num: number | null
  }>`select
      r.rule_name as name, r.data_kind as kind, r.keep_years as years, coalesce(r.is_enabled, 0) as "on",
      to_char(r.last_run_time, 'YYYY-MM-DD HH24:MI') as time, r.last_run_num as num
    from ${visible(ctx, retentionRule)} r order by r.data_kind`.execute(ctx.db)
  return part(
    'retention',
    ['规则', '数据种类', '保留年数', '启用', '最近清理', '清理条数'],
    found.rows.map((row) => [
      row.name,
      kinds.get(row.kind) ?? row.kind,
      row.years,
      row.on === 1 ? '是' : '否',
      row.time,
      row.num,
    ]),
  )
}

/** Every purpose with the consents given and taken back. */
export async function purposesPart(ctx: Ctx): Promise<Part> {
  const bases = await dictLabels(ctx, 'privacy_legal_basis')
  const { given, withdrawn } = consentStates.states
  const found = await sql<
    Record<'name' | 'basis' | 'stored' | 'recipients' | 'who' | 'version' | 'begins' | 'ends', string | null> & {
      years: number | null
      given: string
      withdrawn: string
    }
  >`select p.purpose_name as name, p.legal_basis as basis, p.stored_at as stored, p.recipients, p.retain_years as years,
      p.responsible_name as who, p.consent_version as version, p.valid_from::text as begins, p.valid_to::text as ends,
      count(c.id) filter (where c.consent_status = ${given.value}) as given,
      count(c.id) filter (where c.consent_status = ${withdrawn.value}) as withdrawn
    from ${visible(ctx, dataPurpose)} p left join ${visible(ctx, guardianConsent)} c on c.purpose_id = p.id
    group by p.id, p.purpose_name, p.legal_basis, p.stored_at, p.recipients, p.retain_years, p.responsible_name,
      p.consent_version, p.valid_from, p.valid_to order by p.purpose_name`.execute(ctx.db)
  return part(
    'purposes',
    ['处理目的', '依据', '存储地点', '接收方', '保存年数', '负责人', '同意书版本', '生效', '失效', '同意', '撤回'],
    found.rows.map((row) => [
      row.name,
      bases.get(row.basis ?? '') ?? row.basis,
      row.stored,
      row.recipients || '不提供',
      row.years,
      row.who,
      row.version,
      row.begins,
      row.ends,
      Number(row.given),
      Number(row.withdrawn),
    ]),
  )
}

/** Every request without names: when it came, was due and was answered, and whether that was in time. */
export async function requestsPart(ctx: Ctx): Promise<Part> {
  const kinds = await dictLabels(ctx, 'privacy_request_kind')
  const states = await dictLabels(ctx, 'privacy_request_status')
  const found = await sql<
    Record<'id' | 'kind' | 'state' | 'received' | 'due' | 'answered', string | null>
  >`select r.id::text as id,
      r.request_kind as kind, r.request_status::text as state, r.received_date::text as received, r.due_date::text as due,
      to_char(r.answer_time, 'YYYY-MM-DD') as answered
    from ${visible(ctx, personalRequest)} r order by r.received_date, r.id limit ${ASKED_ROWS}`.execute(ctx.db)
  const today = wallDay(ctx.now)
  return part(
    'requests',
    ['编号', '事项', '状态', '收到', '期限', '办结', '是否按期'],
    found.rows.map((row) => [
      row.id,
      kinds.get(row.kind ?? '') ?? row.kind,
      states.get(row.state ?? '') ?? row.state,
      row.received,
      row.due,
      row.answered,
      timeliness(row.due ?? '', row.answered, today),
    ]),
  )
}

/** Whether a request was closed by its due day, or may still be. */
export function timeliness(due: string, answered: string | null, today: string): string {
  if (answered) return answered <= due ? '按期' : '逾期办结'
  return due < today ? '已逾期' : '未到期'
}
