import { defineEntity } from '../../kit/entity.ts'
import { date, flag, text } from '../../kit/field.ts'

/** 节假日安排：每年公布的放假日期和调休上班日期，一段一条；期限按工作日计算时用它，没有登记的日期只看是不是周末。 */
export const holiday = defineEntity('holiday', {
  title: '节假日安排', // inferred
  service: 'blade-system', // inferred
  fields: {
    holidayName: text('名称', { required: true, search: true, length: 50 }), // inferred
    beginDate: date('开始日期', { required: true, search: 'range' }), // inferred
    endDate: date('结束日期', { required: true, help: '只有一天的，与开始日期相同' }), // inferred
    isWorking: flag('调休上班', { search: true, default: 0, help: '是：周末上班；否：放假' }), // inferred
  },
  unique: [['beginDate']],
  importKey: ['beginDate'],
  order: ['-beginDate'],
})
