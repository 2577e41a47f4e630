import { defineDomain } from '../../kit/domain.ts'
import {
  attachDetail,
  attachLink,
  attachList,
  attachRead,
  attachRemove,
  attachSubmit,
  putFileAttach,
  putFileAttachByName,
} from './attach.ts'
import { oss, ossEnabling, ossTest } from './oss.ts'
import { sms, smsEnabling, smsLogDetail, smsLogList, smsSend, smsTemplate } from './sms.ts'

export const resource = defineDomain({
  name: 'resource',
  title: '资源管理',
  entities: [sms, smsTemplate, oss],
  calls: [
    ...Object.values(smsEnabling),
    smsSend,
    smsLogList,
    smsLogDetail,
    ...Object.values(ossEnabling),
    ossTest,
    attachList,
    attachDetail,
    attachSubmit,
    attachRemove,
    attachLink,
    attachRead,
    putFileAttach,
    putFileAttachByName,
  ],
})
