import { sql } from 'kysely'
import type { Ctx, Db } from '../../../platform/ctx.ts'
import type { SendSms } from '../../../platform/sms.ts'
import type { TellRoles } from '../../../platform/tell.ts'

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
  const roles = await sql<{ id: string }>`select r.id from sys_role r where r.is_deleted = 0 and (
      r.role_alias = 'administrator' or exists (select 1 from role_menu g join menu m on m.id = g.menu_id
        where g.role_id = r.id and m.code = 'registration_audit' and m.is_deleted = 0)) order by r.id`.execute(db)
  await tell(db, tenantId, {
    title: '有新的注册申请',
    text: `${guest.name}（账号 ${guest.account}）申请注册，请到“系统管理 › 注册审核”处理。`,
    roleIds: roles.rows.map((role) => role.id),
  })
}

/**
 * The applicant hears how it was decided, by text message where the account has a number and the tenant a provider
 * with a template for notices; the decision stands whether or not the message goes out.
 */
export function tellApplicant(
  { sendSms }: WordDeps,
  ctx: Ctx,
  applicant: { account: string; name: string; phone: string | null },
  decision: { result: '已通过' | '未通过'; reason: string },
): void {
  const { account, name, phone } = applicant
  ctx.afterwards(async () => {
    const outcome = await send()
    ctx.log.info({ account, result: decision.result, outcome }, 'registration decided')
  })

  async function send(): Promise<string> {
    if (!phone) return 'no phone'
    try {
      return await sendSms(ctx.user.tenantId, phone, 'notify', { title: '注册申请', name, account, ...decision })
    } catch (error) {
      return error instanceof Error ? error.message : 'failed'
    }
  }
}
