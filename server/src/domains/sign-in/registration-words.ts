import type { ToldByPhone } from '@xueheng/contract/domains/sign-in/social.ts'
import { sql } from 'kysely'
import type { Ctx, Db } from '../../platform/ctx.ts'
import type { SendSms } from '../../platform/sms.ts'
import type { TellRoles } from '../../platform/tell.ts'
import { every } from '../../platform/access/doors.ts'
import { role } from '@xueheng/contract/domains/rights/role.ts'
import { menuRow } from '@xueheng/contract/domains/rights/menu-row.ts'

const everyRole = every(role, '?')
const everyMenuRow = every(menuRow, '?')

export interface WordDeps {
  sendSms: SendSms
  tell: TellRoles
}

/** Those who may decide hear of somebody who asks. */
export async function tellDeciders(
  { tell }: WordDeps,
  db: Db,
  tenantId: string,
  guest: { account: string; name: string },
): Promise<void> {
  const roles = await sql<{ id: string }>`select r.id from ${everyRole} r where r.is_deleted = 0 and (
      r.role_alias = 'administrator' or exists (select 1 from role_menu g join ${everyMenuRow} m on m.id = g.menu_id
        where g.role_id = r.id and m.code = 'registration_audit' and m.is_deleted = 0)) order by r.id`.execute(db)
  await tell(db, tenantId, {
    title: '有新的注册申请',
    text: `${guest.name}（账号 ${guest.account}）申请注册，请到“系统管理 › 注册审核”处理。`,
    roleIds: roles.rows.map((role) => role.id),
  })
}

/** How the applicant was told; known once what was decided is kept. */
export interface ToldApplicant {
  told: ToldByPhone
}

/**
 * The applicant hears how it was decided: who is let in by a notice at the first sign-in, everybody by text message
 * where the account has a number and the tenant a provider with a template for notices. The decision stands whether or
 * not the message goes out.
 */
export async function tellApplicant(
  { sendSms, tell }: WordDeps,
  ctx: Ctx,
  applicant: { account: string; name: string; phone: string | null },
  decision: { result: '已通过' | '未通过'; reason: string },
): Promise<ToldApplicant> {
  const { account, name, phone } = applicant
  const { tenantId } = ctx.user
  if (decision.result === '已通过') {
    await tell(ctx.db, tenantId, {
      title: '您的注册申请已通过',
      text: `${name}，您的账号 ${account} 已开通。`,
      roleIds: [],
      account,
    })
  }
  const answer: ToldApplicant = { told: phone ? 'failed' : 'noPhone' }
  if (phone) {
    ctx.afterwards(async () => {
      answer.told = await sendSms(tenantId, phone, 'notify', { title: '注册申请', name, account, ...decision }).catch(
        (error: unknown) => {
          ctx.log.warn({ err: error, account }, 'an applicant could not be told')
          return 'failed'
        },
      )
    })
  }
  return answer
}
