import { dictBiz } from '@xueheng/contract/domains/settings/dict-biz.ts'
import type { AnyEntity } from '@xueheng/contract/kit/domain.ts'

const { code, dictValue, dictKey, sort, isSealed, remark, parentId } = dictBiz.fields

/** The first level: one row per dictionary. */
export const dictionaries: AnyEntity = {
  ...dictBiz,
  title: '字典列表',
  fields: { code: { ...code, width: 130 }, dictValue: { ...dictValue, width: 130 }, sort, isSealed, remark },
  tree: undefined,
  screen: { ...dictBiz.screen, actionWidth: 150, copy: false, export: false },
}

/** The entries of one dictionary: the code is the dictionary's, the parent a node of its tree. */
export const dictionaryItems: AnyEntity = {
  ...dictBiz,
  title: '字典配置',
  fields: {
    dictValue: { ...dictValue, width: 150 },
    code: { ...code, editable: 'never', search: false, width: 110 },
    dictKey: { ...dictKey, required: true, search: true, width: 90 },
    parentId: { ...parentId, editable: 'never' },
    sort,
    isSealed,
    remark,
  },
  screen: { ...dictBiz.screen, actionWidth: 220, copy: false },
}
