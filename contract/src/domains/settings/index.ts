import { defineDomain } from '../../kit/domain.ts'
import { dictBiz, dictChildList, dictParentList, dictTree } from './dict-biz.ts'
import { dictionary } from '../../platform/dictionary.ts'
import { dictImportCalls } from './dict-import.ts'
import { installation } from '../../platform/installation.ts'
import { dict, sharedChildList, sharedDictionary, sharedParentList, sharedTree } from './dict.ts'
import { holiday } from './holiday.ts'
import { param } from './param.ts'
import { picture, putFile, putFileByName } from './picture.ts'
import { regionImportCalls } from './region-import.ts'
import * as region from './region.ts'

const { region: _region, ROOT_REGION: _root, ...regionCalls } = region

export const settings = defineDomain({
  name: 'settings',
  title: '字典与参数',
  entities: [param, dictBiz, dict, holiday],
  calls: [
    ...Object.values(regionCalls),
    ...regionImportCalls,
    putFile,
    putFileByName,
    picture,
    dictParentList,
    dictChildList,
    dictTree,
    dictionary,
    sharedParentList,
    sharedChildList,
    sharedTree,
    sharedDictionary,
    ...dictImportCalls,
    installation,
  ],
})
