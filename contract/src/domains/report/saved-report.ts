import { defineEntity } from '../../kit/entity.ts'
import { dict, flag, json, ref, text } from '../../kit/field.ts'

/** 谁可以打开一张保存的报表。 */
export const SHARED = { own: 1, unit: 2, all: 3 } as const

/** 保存下来的报表：哪张报表、哪些条件、列、排序和图形；可以再次打开，分享给本单位或所有人，由保存人自己修改。 */
export const savedReport = defineEntity('savedReport', {
  title: '我的报表',
  service: ['yzl-report', 'blade-report'],
  path: 'report/rest',
  limited: true,
  fields: {
    name: text('名称', { required: true, search: true, length: 100 }),
    reportName: text('报表', { required: true, length: 64, editable: 'add' }),
    shareScope: dict('共享范围', 'report_share', { required: true, numeric: true, search: true, default: SHARED.own }),
    ownerName: text('保存人', { editable: 'never', length: 64 }),
    examId: ref('考试', 'examInfo', { list: false, help: '不填则打开最近一次考试' }),
    isChart: flag('以图形打开', { default: 0, list: false }),
    params: json<Record<string, string> | null>('条件', { shape: 'row' }),
    hiddenColumns: json<string[] | null>('不显示的列', { shape: 'texts' }),
    sort: text('排序', { length: 100, list: false }),
    unitCodes: json<string[] | null>('保存人的单位', { editable: 'never' }),
    remark: text('说明', { length: 200 }),
  }, // inferred
  order: ['-updateTime'],
  actions: ['save'],
})
