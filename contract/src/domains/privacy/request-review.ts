import { defineReview } from '../../kit/review.ts'
import { personalRequest, requestStates } from './personal-request.ts'

const closed = { answererName: 'userName', answerTime: 'time', answer: 'opinion', openUntil: 'none' } as const

/** 登记后受理，再答复或写明理由拒绝；答复和拒绝都要有内容。 */ // inferred
export const requestReview = defineReview('personalRequest', {
  noun: '个人信息请求',
  entity: personalRequest,
  states: requestStates,
  column: 'requestStatus',
  queueOrder: 'dueDate',
  ownerLink: '/privacy/requests',
  steps: {
    accept: { title: '受理', permission: 'personalrequest_edit', pass: ['accept'] },
    answer: {
      title: '请求答复',
      permission: 'personalrequest_answer',
      pass: ['answer'],
      reject: 'refuse',
      link: '/privacy/answers',
      narrowest: 'school',
      announced: true,
      words: { pass: '答复', reject: '拒绝' },
    },
  },
  reasons: { answer: '请填写答复内容', refuse: '请填写拒绝理由' },
  marks: { accept: { handlerName: 'userName', acceptTime: 'time' }, answer: closed, refuse: closed },
  news: { answer: '已答复', refuse: '已拒绝' },
  opinion: ['answer'], // inferred
})
