import { defineDomain } from '../../kit/domain.ts'
import * as call from './wx-account.ts'

export const mp = defineDomain({
  name: 'mp',
  title: '公众号',
  byHand: [call.wxAccount],
  calls: [
    call.wxAccountList,
    call.wxAccountDetail,
    call.wxAccountInfo,
    call.wxAccountSave,
    call.wxAccountSubmit,
    call.wxAccountDelete,
  ],
})
