import { describe, expect, test } from 'vitest'
import { checkForms } from './check-form.ts'
import { readBpmn } from './read-bpmn.ts'

const field = (attributes: string, values = '') =>
  `<flowable:formProperty ${attributes}>${values}</flowable:formProperty>`
const option = (id: string) => `<flowable:value id="${id}" name="选项${id}" />`
const form = (fields: string) => `<extensionElements>${fields}</extensionElements>`

interface Drawn {
  /** Fields of the start. */
  start?: string
  /** Attributes and content of the step. */
  step?: string
  inside?: string
  /** What stands in the condition of the first way behind the step. */
  condition?: string
  wayName?: string
}

async function faultsOf({ start = '', step = 'flowable:assignee="u"', inside = '', ...way }: Drawn): Promise<string[]> {
  const condition = way.condition && `<conditionExpression>${way.condition}</conditionExpression>`
  const { model } = await readBpmn(`<definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL"
    xmlns:flowable="http://flowable.org/bpmn" targetNamespace="t"><process id="p" isExecutable="true">
    <startEvent id="s" name="开始" flowable:initiator="starter">${form(start)}</startEvent><endEvent id="e" />
    <userTask id="a" name="审批" ${step}>${inside}</userTask><exclusiveGateway id="g" name="同意？" />
    <sequenceFlow id="f1" sourceRef="s" targetRef="a" /><sequenceFlow id="f2" sourceRef="a" targetRef="g" />
    <sequenceFlow id="f3" name="${way.wayName ?? ''}" sourceRef="g" targetRef="e">${condition ?? ''}</sequenceFlow>
    </process></definitions>`)
  return checkForms(model)
}

const DAYS = field('id="days" name="天数" type="long"')

describe('a field of a form', () => {
  test.each<[name: string, start: string, faults: string[]]>([
    ['is taken', DAYS, []],
    ['is named by 64 signs', field(`id="${'d'.repeat(64)}" name="天数"`), []],
    ['is not named by 65', field(`id="${'d'.repeat(65)}" name="天数"`), [`的标识「${'d'.repeat(65)}」不能使用`]],
    ['is not named by a number', field('id="1d" name="天数"'), ['的标识「1d」不能使用']],
    ['is not named as the program names the verdict', field('id="pass" name="天数"'), ['的标识「pass」不能使用']],
    ['is not named as a word of expressions', field('id="empty" name="天数"'), ['的标识「empty」不能使用']],
    ['is not named as one that is true', field('id="true" name="天数"'), ['的标识「true」不能使用']],
    ['is not named as who starts', field('id="starter" name="天数"'), ['的标识「starter」不能使用']],
    ['is told by 50 signs', field(`id="days" name="${'天'.repeat(50)}"`), []],
  ])('%s', async (_name, start, faults) => {
    expect(await faultsOf({ start })).toEqual(faults.map((fault) => `「开始」的表单字段「天数」${fault}`))
  })

  test('is told by no more than 50 signs', async () => {
    const name = '天'.repeat(51)
    expect(await faultsOf({ start: field(`id="days" name="${name}"`) })).toEqual([
      `「开始」的表单字段「${name}」的名称不能超过50个字符`,
    ])
  })

  test('stands once in a form, and in that of a step as it is declared first', async () => {
    expect(await faultsOf({ start: DAYS + DAYS })).toEqual(['「开始」的表单字段「天数」重复'])
    expect(await faultsOf({ start: DAYS, inside: form(DAYS) })).toEqual([])
    const other = form(field('id="days" name="天数" type="text"'))
    expect(await faultsOf({ start: DAYS, inside: other })).toEqual(['「审批」的表单字段「天数」的类型与其他步骤不一致'])
  })

  test.each<[options: string, faults: string[]]>([
    [option('a') + option('b'), []],
    [option('a'.repeat(64)), []],
    ['', ['没有选项']],
    [option('a') + option('a'), ['的选项重复或为空']],
    [option('a') + option(''), ['的选项重复或为空']],
    [option('a') + option('b'.repeat(65)), ['的选项重复或为空']],
  ])('of options has some, each of its own (%#)', async (options, faults) => {
    const start = field('id="kind" name="类别" type="enum"', options)
    expect(await faultsOf({ start })).toEqual(faults.map((fault) => `「开始」的表单字段「类别」${fault}`))
  })

  test('of another kind needs no options', async () => {
    expect(await faultsOf({ start: field('id="kind" name="类别"') })).toEqual([])
  })
})

describe('an expression of a process with a form', () => {
  test.each<[name: string, drawn: Drawn]>([
    ['asks for a field', { condition: '${days &gt; 3}' }],
    ['asks for the verdict', { condition: '${pass}' }],
    ['asks for who started', { step: 'flowable:assignee="${starter}"' }],
    ['asks for a field of a step', { inside: form(field('id="room" name="房间"')), condition: '${room == 1}' }],
    [
      'asks for the one of several people',
      {
        step: 'flowable:assignee="${one}"',
        inside: '<multiInstanceLoopCharacteristics flowable:collection="${users}" flowable:elementVariable="one" />',
      },
    ],
  ])('%s', async (_name, drawn) => {
    expect(await faultsOf({ start: DAYS, ...drawn })).toEqual([])
  })

  const several = (completion: string) =>
    `<multiInstanceLoopCharacteristics flowable:collection="\${users}"><completionCondition>${completion}</completionCondition></multiInstanceLoopCharacteristics>`
  test.each<[title: string, drawn: Drawn]>([
    ['「同意？」之后的连线', { condition: '${much &gt; 3}' }],
    ['连线「多」', { condition: '${days &gt; 3 &amp;&amp; much}', wayName: '多' }],
    ['「审批」', { step: 'flowable:assignee="${much}"' }],
    ['「审批」', { step: 'flowable:candidateUsers="${much}"' }],
    ['「审批」', { step: 'flowable:candidateGroups="${much}"' }],
    ['「审批」', { inside: several('${much}') }],
  ])('that asks for a field nobody declares is told at %s (%#)', async (title, drawn) => {
    expect(await faultsOf({ start: DAYS, ...drawn })).toEqual([`${title}用到了不存在的字段「much」`])
    expect(await faultsOf(drawn)).toEqual([])
  })

  test('is not looked at while a form is wrong, or it cannot be read', async () => {
    const wrong = { start: DAYS + DAYS, condition: '${much}' }
    expect(await faultsOf(wrong)).toEqual(['「开始」的表单字段「天数」重复'])
    expect(await faultsOf({ start: DAYS, condition: '${much' })).toEqual([])
  })
})

test('whom a step is given to is picked, not typed', async () => {
  const start = DAYS + field('id="boss" name="审批人" type="people"')
  const loop = (collection: string) => `<multiInstanceLoopCharacteristics flowable:collection="${collection}" />`
  const typed = ['「审批」由字段「天数」指定办理人，它应是人员字段']
  expect(await faultsOf({ start, step: 'flowable:assignee="${boss}"' })).toEqual([])
  expect(await faultsOf({ start, step: 'flowable:assignee="${days}"' })).toEqual(typed)
  expect(await faultsOf({ start, step: 'flowable:candidateUsers="${boss},${days}"' })).toEqual(typed)
  expect(await faultsOf({ start, step: 'flowable:assignee="${days &gt; 3 ? boss : boss}"' })).toEqual([])
  const each = { start, step: 'flowable:assignee="${item}"' }
  expect(await faultsOf({ ...each, inside: loop('boss') })).toEqual([])
  expect(await faultsOf({ ...each, inside: loop('days') })).toEqual(typed)
  expect(await faultsOf({ ...each, inside: loop('${days}') })).toEqual(typed)
  expect(await faultsOf({ ...each, step: 'flowable:assignee="${boss}"', inside: loop('days') })).toEqual([])
})
