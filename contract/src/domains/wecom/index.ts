import { defineDomain } from '../../kit/domain.ts'
import { wecomReceive, wecomVerify } from './callback.ts'
import { decideConflicts, listConflicts } from './conflict.ts'
import { wecomCorp } from './corp.ts'
import { deptLazyTree, wecomDept } from './dept.ts'
import { wecomDeptAdmin } from './dept-admin.ts'
import { eraseRemoved, listRemoved } from './erase.ts'
import { wecomContact } from './external-contact.ts'
import { wecomMember } from './member.ts'
import { messageCalls, wecomMessage } from './message.ts'
import { messageStates } from './message-states.ts'
import { wecomParent } from './student-parent.ts'
import { wecomStudent } from './student.ts'
import { pullCorp, pushCorp } from './sync.ts'

export const wecom = defineDomain({
  name: 'wecom',
  title: '企业微信',
  entities: [wecomCorp, wecomDept, wecomDeptAdmin, wecomStudent, wecomParent, wecomContact, wecomMember, wecomMessage],
  calls: [
    deptLazyTree,
    pullCorp,
    pushCorp,
    listConflicts,
    decideConflicts,
    listRemoved,
    eraseRemoved,
    wecomVerify,
    wecomReceive,
    ...messageCalls,
  ],
  states: [messageStates],
})
