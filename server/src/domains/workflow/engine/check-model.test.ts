import { describe, expect, test } from 'vitest'
import { type Findings, checkModel } from './check-model.ts'
import { readBpmn } from './read-bpmn.ts'

const START = '<startEvent id="s" name="开始" /><endEvent id="e" name="结束" />'

let flows = 0

function flow(source: string, target: string, condition = '', more = ''): string {
  const inside = condition && `<conditionExpression>${condition}</conditionExpression>`
  return `<sequenceFlow id="f${(flows += 1)}" sourceRef="${source}" targetRef="${target}" ${more}>${inside}</sequenceFlow>`
}

function task(id: string, more = 'flowable:assignee="u"', inside = ''): string {
  return `<userTask id="${id}" name="步骤${id}" ${more}>${inside}</userTask>`
}

/** Of a process that goes through the step `a`, and whatever else is drawn. */
const through = (a: string, more = '') => START + flow('s', 'a') + flow('a', 'e') + a + more

async function findingsOf(body: string, attributes = 'id="p"'): Promise<Findings> {
  const { model, faults } = await readBpmn(`<definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL"
    xmlns:flowable="http://flowable.org/bpmn" targetNamespace="t"><process ${attributes} isExecutable="true">${body}</process></definitions>`)
  expect(faults).toEqual([])
  return checkModel(model, new Set(['remind', 'tell']))
}

const timer = (tag: string, inside: string) =>
  `<${tag}><timerEventDefinition>${inside}</timerEventDefinition></${tag.split(' ')[0]}>`
const wait = (inside: string) => timer('intermediateCatchEvent id="a" name="等待"', inside)
const loop = (attributes: string, inside = '') =>
  `<multiInstanceLoopCharacteristics ${attributes}>${inside}</multiInstanceLoopCharacteristics>`
const gateway = (more = '') => `<exclusiveGateway id="g" name="几天" ${more} />`
const branches = (condition: string, more = '') =>
  START + task('a') + flow('s', 'g') + flow('g', 'a', condition, more) + flow('g', 'e', '${y}') + flow('a', 'e')
const sub = (inside: string) => `<subProcess id="a" name="小组">${inside}</subProcess>`

test('a timer stands in the same process as the step it is attached to', async () => {
  const late = `${timer('boundaryEvent id="t" attachedToRef="i"', '<timeDuration>PT1H</timeDuration>')}
    <endEvent id="late" /><sequenceFlow id="f5" sourceRef="t" targetRef="late" />`
  const faultsOf = async (inside: string, outside: string) => {
    const inner = `<startEvent id="s2" /><endEvent id="e2" />${task('i')}${flow('s2', 'i')}${flow('i', 'e2')}${inside}`
    return (await findingsOf(through(sub(inner), outside))).faults
  }
  expect(await faultsOf(late, '')).toEqual([])
  expect(await faultsOf('', late)).toEqual(['边界事件「未命名的边界定时事件」应附在同一层的任务或子流程上'])
})

describe('a process is fit to run', () => {
  test.each<[name: string, body: string, attributes?: string]>([
    ['with an assignee', through(task('a'))],
    ['with candidates alone', through(task('a', 'flowable:candidateUsers="u"'))],
    ['with groups alone', through(task('a', 'flowable:candidateGroups="hr"'))],
    ['with a key of 64 signs', through(task('a')), `id="k${'-'.repeat(62)}1"`],
    ['with a service that is there', through('<serviceTask id="a" flowable:delegateExpression="${tell}" />')],
    ['with a wait of some time', through(wait('<timeDuration>P3D</timeDuration>'))],
    ['with a wait of a time that a variable says', through(wait('<timeDuration>${wait}</timeDuration>'))],
    ['with a wait until a day', through(wait('<timeDate>2026-03-01</timeDate>'))],
    ['with people of a list', through(task('a', 'flowable:assignee="u"', loop('flowable:collection="users"')))],
    [
      'with a number of people',
      through(task('a', 'flowable:assignee="u"', loop('', '<loopCardinality>3</loopCardinality>'))),
    ],
    ['with conditions behind a gateway', branches('${x}') + gateway()],
    ['with a name of 255 signs', through(task('a')), `id="p" name="${'名'.repeat(255)}"`],
    ['with a form key of 100 signs', through(task('a', `flowable:assignee="u" flowable:formKey="${'f'.repeat(100)}"`))],
  ])('%s', async (_name, body, attributes) => {
    expect((await findingsOf(body, attributes)).faults).toEqual([])
  })
})

describe('a process is not fit to run', () => {
  test.each<[body: string, faults: string[], attributes?: string]>([
    [
      through(task('a')),
      [`流程标识「k${'k'.repeat(64)}」应以字母开头，只含字母、数字、点、横线`],
      `id="${'k'.repeat(65)}"`,
    ],
    [through(task('a')), ['流程标识「」应以字母开头，只含字母、数字、点、横线'], 'name="无"'],
    [task('a') + flow('a', 'e') + '<endEvent id="e" />', ['流程应有且只有一个开始事件', '「步骤a」没有连线通向它']],
    [
      `${through(task('a'))}<startEvent id="s2" name="再开始" />${flow('s2', 'g')}${flow('g', 'a')}<parallelGateway id="g" />`,
      ['流程应有且只有一个开始事件'],
    ],
    [`<startEvent id="s" />${task('a')}${flow('s', 'a')}`, ['流程没有结束事件', '「步骤a」没有后续步骤']],
    [
      through(sub(task('i') + flow('i', 'i2') + task('i2') + flow('i2', 'i'))),
      ['子流程「小组」应有且只有一个开始事件', '子流程「小组」没有结束事件'],
    ],
    [through(task('a', '')), ['用户任务「步骤a」没有设置办理人、候选人或候选组']],
    [
      through('<serviceTask id="a" name="提醒" flowable:delegateExpression="${exec}" />'),
      ['服务任务「提醒」调用了不存在的「exec」，可用：remind、tell'],
    ],
    [through('<serviceTask id="a" />'), ['服务任务「未命名的服务任务」调用了不存在的「」，可用：remind、tell']],
    [
      through(
        '<serviceTask id="a" flowable:delegateExpression="tell" />',
        `${timer('boundaryEvent id="t" name="限时" attachedToRef="a"', '<timeDuration>PT1H</timeDuration>')}${flow('t', 'e')}`,
      ),
      ['边界事件「限时」应附在同一层的任务或子流程上'],
    ],
    [through(wait('')), ['定时事件「等待」没有设置时间']],
    [
      through(task('a'), timer('boundaryEvent id="t" name="限时" attachedToRef="a"', '') + flow('t', 'e')),
      ['定时事件「限时」没有设置时间'],
    ],
    [through(task('a', 'flowable:assignee="u"', loop(''))), ['多人任务「步骤a」没有设置人员集合']],
    [through(task('a'), task('b') + flow('e', 'b') + flow('b', 'e')), ['结束事件「结束」后面不能再有连线']],
    [through(task('a'), task('b') + flow('a', 'b') + flow('b', 'e')), ['「步骤a」有多条后续连线，请用网关分支']],
    [through(task('a'), task('b') + flow('b', 'e')), ['「步骤b」没有连线通向它']],
    [
      through(task('a'), flow('b', 's') + task('b') + flow('s', 'b')),
      ['「开始」有多条后续连线，请用网关分支', '「开始」前面不能有连线'],
    ],
    [
      through(
        task('a'),
        timer('boundaryEvent id="t" name="限时" attachedToRef="a"', '<timeDuration>PT1H</timeDuration>') +
          flow('t', 'b') +
          task('b') +
          flow('b', 't'),
      ),
      ['「限时」前面不能有连线'],
    ],
    [
      through(
        sub(`<startEvent id="s2" /><endEvent id="e2" />${task('i')}${flow('s2', 'i')}${flow('i', 'e2')}`),
        '',
      ).replace('<startEvent id="s2" />', `<startEvent id="s2" />${flow('i', 'e', '', 'name="出去"')}`),
      ['「步骤i」有多条后续连线，请用网关分支', '连线「出去」不能穿过子流程的边界'],
    ],
    [
      START + flow('s', 'a', '${x}') + task('a') + flow('a', 'e'),
      ['连线「开始 → 步骤a」的条件只能写在排他或包容网关之后'],
    ],
    [branches('') + gateway(), ['网关「几天」的分支「几天 → 步骤a」既没有条件也不是默认分支']],
    [
      (branches('') + gateway()).replace('exclusiveGateway', 'inclusiveGateway'),
      ['网关「几天」的分支「几天 → 步骤a」既没有条件也不是默认分支'],
    ],
    [branches('${x', 'name="多"') + gateway(), ['连线「多」的表达式「${x」无法识别']],
    [through(task('a', 'flowable:assignee="${u"')), ['「步骤a」的表达式「${u」无法识别']],
    [through(task('a', 'flowable:candidateUsers="#{u"')), ['「步骤a」的表达式「#{u」无法识别']],
    [through(task('a', 'flowable:candidateGroups="${1 2}"')), ['「步骤a」的表达式「${1 2}」无法识别']],
    [
      through(task('a', 'flowable:assignee="u"', loop('flowable:collection="${us"'))),
      ['「步骤a」的表达式「${us」无法识别'],
    ],
    [
      through(task('a', 'flowable:assignee="u"', loop('', '<loopCardinality>${n</loopCardinality>'))),
      ['「步骤a」的表达式「${n」无法识别'],
    ],
    [
      through(
        task(
          'a',
          'flowable:assignee="u"',
          loop('flowable:collection="us"', '<completionCondition>${n</completionCondition>'),
        ),
      ),
      ['「步骤a」的表达式「${n」无法识别'],
    ],
    [through(wait('<timeDuration>${n</timeDuration>')), ['「等待」的表达式「${n」无法识别']],
    [through(wait('<timeDate>${n</timeDate>')), ['「等待」的表达式「${n」无法识别']],
    [through(wait('<timeDuration>P1Y</timeDuration>')), ['定时事件「等待」的时长「P1Y」应如 PT24H、P3D']],
    [through(task('a')), [`名称「${'名'.repeat(20)}…」不能超过255个字符`], `id="p" name="${'名'.repeat(256)}"`],
    [
      through(task('a', `flowable:assignee="u" flowable:formKey="${'f'.repeat(101)}"`)),
      [`表单标识「${'f'.repeat(20)}…」不能超过100个字符`],
    ],
    [through(task('a')).replaceAll('"a"', `"${'a'.repeat(256)}"`), [`标识「${'a'.repeat(20)}…」不能超过255个字符`]],
    [START + flow('s', 'e', '', `name="${'线'.repeat(256)}"`), [`名称「${'线'.repeat(20)}…」不能超过255个字符`]],
    [
      through(task('a'), task('b') + task('c') + flow('b', 'c') + flow('c', 'b')),
      ['「步骤b」永远走不到', '「步骤b」走不到结束', '「步骤c」永远走不到', '「步骤c」走不到结束'],
    ],
  ])('where something is wrong (%#)', async (body, faults, attributes) => {
    expect((await findingsOf(body, attributes)).faults).toEqual(faults)
  })
})

test('what a timer leads to is come to, and need not lead on from a step that ends', async () => {
  const late = timer('boundaryEvent id="t" attachedToRef="a"', '<timeDuration>PT1H</timeDuration>')
  const { faults } = await findingsOf(through(task('a'), late + task('b') + flow('t', 'b') + flow('b', 'e')))
  expect(faults).toEqual([])
})

test('a split without a default is warned of where a way may be missing', async () => {
  const warned = ['网关「几天」没有默认分支，条件都不成立时流程会停下']
  expect((await findingsOf(branches('${x}') + gateway())).warnings).toEqual(warned)
  const inclusive = (branches('${x}') + gateway()).replace('exclusiveGateway', 'inclusiveGateway')
  expect((await findingsOf(inclusive)).warnings).toEqual(warned)
  const single = START + gateway() + flow('s', 'g') + flow('g', 'e')
  expect((await findingsOf(single)).warnings).toEqual([])
  const parallel = (branches('').replace('<conditionExpression>${y}</conditionExpression>', '') + gateway()).replace(
    'exclusiveGateway',
    'parallelGateway',
  )
  expect(await findingsOf(parallel)).toEqual({ faults: [], warnings: [] })
  const standard =
    START +
    task('a') +
    flow('s', 'g') +
    flow('g', 'e', '${y}') +
    flow('a', 'e') +
    '<sequenceFlow id="d" sourceRef="g" targetRef="a" />' +
    gateway('default="d"')
  expect(await findingsOf(standard)).toEqual({ faults: [], warnings: [] })
})
