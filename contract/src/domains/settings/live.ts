/** 浏览器打开后记着的东西，改了要马上知道：字典的标签、自己的权限与菜单、租户的外观，整个系统的设置，别的表单里可选的行，以及许多人同时在办的考试和它的更正。 */
export const LIVE_ENTITIES = {
  dict: 'labels',
  dictBiz: 'labels',
  param: 'installation',
  dept: 'rows',
  post: 'rows',
  menu: 'rights',
  topmenu: 'rights',
  menuPackage: 'rights',
  role: 'rights',
  dataScope: 'rights',
  apiScope: 'rights',
  user: 'rights',
  tenant: 'brand',
  examInfo: 'exam',
  examScoreCorrection: 'rows',
} as const

export type LiveEntity = keyof typeof LIVE_ENTITIES

/** Data of the event `change`: rows of which entity; which row, where screens show one alone. */
export interface LiveChange {
  entity: LiveEntity
  rowId?: string
}
