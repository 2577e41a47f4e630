import { defineStates } from '../../../kit/states.ts'

/** 阅卷教师的状态：局里抽调，学校确认，或说明理由退回；退回的另抽一名。 */
export const markStates = defineStates(
  'arrangeStatus',
  {
    pulled: { value: 1, title: '已抽' },
    confirmed: { value: 2, title: '已确认' },
    returned: { value: 3, title: '已退回' },
  },
  {
    confirm: { title: '确认', from: ['pulled'], to: 'confirmed' },
    sendBack: { title: '退回', from: ['pulled', 'confirmed'], to: 'returned' },
  },
)
