import { wecomContact } from '@xueheng/contract/domains/wecom/external-contact.ts'
import { wecomParent } from '@xueheng/contract/domains/wecom/student-parent.ts'
import { sql } from 'kysely'
import { every } from '../../platform/access/doors.ts'
import type { AccessRule } from '../../platform/access/rules.ts'

const PARENTS = every(wecomParent, 'whose parent a contact is decides which class may see it')

/** A contact has no class of its own: whoever sees classes alone sees the parents of their children. */
export const contactAccess: AccessRule = {
  entity: wecomContact,
  limit: ({ scope }) =>
    scope.level === 'class'
      ? sql`(corp_id, external_userid) in (select p.corp_id, p.external_userid from ${PARENTS} p
          where p.is_deleted = 0 and p.class_code = any(${scope.classCodes}))`
      : undefined,
}
