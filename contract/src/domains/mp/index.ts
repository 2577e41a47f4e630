import { defineDomain } from '../../kit/domain.ts'
import { batchStates } from './batch-states.ts'
import { msgReplyRule } from './msg-reply-rule.ts'
import { msgTemplate, msgTemplateCalls } from './msg-template.ts'
import { templateBatch, templateMsgLog, templateMsgLogCalls } from './template-msg-log.ts'
import { wxAccount } from './wx-account.ts'
import { wxAssetsCalls, wxMaterial } from './wx-assets.ts'
import { wxBinding, wxBindingCalls } from './wx-binding.ts'
import { wxMenuCalls } from './wx-menu.ts'
import { wxMsg, wxMsgCalls } from './wx-msg.ts'
import { wxQrCode, wxQrCodeCalls } from './wx-qr-code.ts'
import { wxUser, wxUserCalls } from './wx-user.ts'

export const mp = defineDomain({
  name: 'mp',
  title: '公众号',
  entities: [wxAccount, msgTemplate, msgReplyRule],
  byHand: [wxUser, wxMsg, wxQrCode, wxMaterial, templateMsgLog, templateBatch, wxBinding],
  calls: [
    ...wxUserCalls,
    ...wxMenuCalls,
    ...wxQrCodeCalls,
    ...wxAssetsCalls,
    ...msgTemplateCalls,
    ...templateMsgLogCalls,
    ...wxMsgCalls,
    ...wxBindingCalls,
  ],
  states: [batchStates],
})
