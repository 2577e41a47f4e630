import { msgReplyRule } from '@xueheng/contract/domains/mp/msg-reply-rule.ts'
import { CrudPage } from '../../platform/crud/CrudPage.tsx'
import { MpPage } from './MpPage.tsx'

/** 自动回复规则: those of the account and those of all accounts. */
export function Page() {
  return (
    <MpPage title={msgReplyRule.title}>
      <CrudPage entity={msgReplyRule} />
    </MpPage>
  )
}
