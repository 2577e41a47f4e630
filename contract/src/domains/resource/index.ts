import { defineDomain } from '../../kit/domain.ts'
import {
  attachDetail,
  attachLink,
  attachList,
  attachRead,
  attachRemove,
  attachSubmit,
  putFileAttach,
} from './attach.ts'
import { ossConfig, ossTest } from './oss.ts'
import { smsConfig, smsLogDetail, smsLogList, smsSend, smsTemplate } from './sms.ts'

export const resource = defineDomain({
  name: 'resource',
  title: '资源管理',
  entities: [smsTemplate],
  calls: [
    ...Object.values(smsConfig),
    smsSend,
    smsLogList,
    smsLogDetail,
    ...Object.values(ossConfig),
    ossTest,
    attachList,
    attachDetail,
    attachSubmit,
    attachRemove,
    attachLink,
    attachRead,
    putFileAttach,
  ],
})
