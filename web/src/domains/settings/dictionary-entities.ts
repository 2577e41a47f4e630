import { dictBiz } from '@xueheng/contract/domains/settings/dict-biz.ts'
import type { AnyEntity } from '@xueheng/contract/kit/domain.ts'
import type { ScreenLayout } from '../../platform/crud/layout.ts'

const { code, dictValue, dictKey, sort, isSealed, remark, parentId } = dictBiz.fields

/** The first level: one row per dictionary. */
export const dictionaries: AnyEntity = {
  ...dictBiz,
  fields: { code, dictValue, sort, isSealed, remark },
  tree: undefined,
}

/** The column of actions is as wide as the specification of the dictionaries says, in px. */
export const ACTION_WIDTH = 150

export const DICTIONARIES: ScreenLayout = { hasCopy: false, hasExport: false, actionWidth: ACTION_WIDTH }

/** The entries of one dictionary: the code is the dictionary's, the parent a node of its tree. */
export function itemsOf(title: string): AnyEntity {
  return {
    ...dictBiz,
    title,
    fields: {
      dictValue,
      code: { ...code, editable: 'never', search: false },
      dictKey: { ...dictKey, required: true, search: true },
      parentId: { ...parentId, editable: 'never' },
      sort,
      isSealed,
      remark,
    },
  }
}

export const ITEMS: ScreenLayout = { hasCopy: false, actionWidth: ACTION_WIDTH }
