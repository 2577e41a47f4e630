import { defineStates } from '../../../kit/states.ts'

/**
 * 编排任务的状态。编号以前可以随时退回，退回会清除后面的结果；锁定以后只能对调座位、补录考生；发布以后学校看得到。
 */
export const arrangeStates = defineStates(
  'arrangeStatus',
  {
    draft: { value: 0, title: '草稿' },
    taken: { value: 1, title: '已导入考生' },
    rooms: { value: 2, title: '已建考场' },
    seated: { value: 3, title: '已排座' },
    numbered: { value: 4, title: '已编号' },
    locked: { value: 5, title: '已锁定' },
    published: { value: 6, title: '已发布' },
  },
  {
    note: {
      title: '登记',
      from: ['draft', 'taken', 'rooms', 'seated', 'numbered', 'locked', 'published'],
      to: '*',
    },
    remove: { title: '删除', from: ['draft'], to: '*' },
    take: { title: '导入考生', from: ['draft', 'taken', 'rooms', 'seated', 'numbered'], to: 'taken' },
    clearStudents: { title: '清空考生', from: ['draft', 'taken', 'rooms', 'seated', 'numbered'], to: 'draft' },
    changeStudent: { title: '增删考生', from: ['draft', 'taken', 'rooms'], to: '*' },
    addLate: { title: '补录考生', from: ['locked'], to: '*' },
    collate: { title: '校对考生', from: ['taken', 'rooms', 'seated', 'numbered'], to: '*' },
    initRooms: { title: '建立考场', from: ['taken', 'rooms', 'seated', 'numbered'], to: 'rooms' },
    clearRooms: { title: '清空考场', from: ['draft', 'taken', 'rooms', 'seated', 'numbered'], to: 'taken' },
    changeRoom: { title: '修改考场', from: ['draft', 'taken', 'rooms'], to: '*' },
    arrange: { title: '排座', from: ['taken', 'rooms', 'seated', 'numbered'], to: 'seated' },
    clearSeats: { title: '清除座位', from: ['seated', 'numbered'], to: 'rooms' },
    swap: { title: '对调座位', from: ['seated', 'numbered', 'locked'], to: '*' },
    number: { title: '编号', from: ['seated', 'numbered'], to: 'numbered' },
    clearNumbers: { title: '清除考号', from: ['numbered'], to: 'seated' },
    lock: { title: '锁定', from: ['numbered'], to: 'locked' },
    unlock: { title: '解除锁定', from: ['locked'], to: 'numbered' },
    publish: { title: '发布', from: ['locked'], to: 'published' },
    withdraw: { title: '撤回', from: ['published'], to: 'locked' },
    print: { title: '印制', from: ['numbered', 'locked', 'published'], to: '*' },
    handOver: { title: '转入考务任务', from: ['locked', 'published'], to: '*' },
  },
)
