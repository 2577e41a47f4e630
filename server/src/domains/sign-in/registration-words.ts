import type { ToldByPhone } from '@xueheng/contract/domains/sign-in/social.ts'
import type { Ctx, Db } from '../../platform/ctx.ts'
import type { SendSms } from '../../platform/sms.ts'
import type { TellRoles } from '../../platform/tell.ts'
import { rolesHolding } from '../rights/index.ts'

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
  await tell(db, tenantId, {
    title: '有新的注册申请',
    text: `${guest.name}（账号 ${guest.account}）申请注册，请到“系统管理 › 注册审核”处理。`,
    roleIds: await rolesHolding(db, 'registration_audit'),
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
