import { t } from '../../platform/i18n/i18n.ts'

/** A process to begin with: a start with a form, one task, an end. */
export function newProcess(): string {
  const key = `process_${Date.now().toString(36)}`
  return `<?xml version="1.0" encoding="UTF-8"?>
<bpmn:definitions xmlns:bpmn="http://www.omg.org/spec/BPMN/20100524/MODEL" xmlns:bpmndi="http://www.omg.org/spec/BPMN/20100524/DI"
  xmlns:dc="http://www.omg.org/spec/DD/20100524/DC" xmlns:di="http://www.omg.org/spec/DD/20100524/DI"
  xmlns:flowable="http://flowable.org/bpmn" id="definitions" targetNamespace="http://xueheng/flow">
  <bpmn:process id="${key}" name="${t('新流程')}" isExecutable="true">
    <bpmn:startEvent id="start" name="${t('开始')}">
      <bpmn:extensionElements>
        <flowable:formProperty id="reason" name="${t('事由')}" type="text" required="true" />
        <flowable:formProperty id="approver" name="${t('审批人')}" type="people" required="true" />
      </bpmn:extensionElements>
      <bpmn:outgoing>toTask</bpmn:outgoing>
    </bpmn:startEvent>
    <bpmn:sequenceFlow id="toTask" sourceRef="start" targetRef="task" />
    <bpmn:userTask id="task" name="${t('审批')}" flowable:assignee="\${approver}">
      <bpmn:incoming>toTask</bpmn:incoming><bpmn:outgoing>toEnd</bpmn:outgoing>
    </bpmn:userTask>
    <bpmn:sequenceFlow id="toEnd" sourceRef="task" targetRef="end" />
    <bpmn:endEvent id="end" name="${t('结束')}"><bpmn:incoming>toEnd</bpmn:incoming></bpmn:endEvent>
  </bpmn:process>
  <bpmndi:BPMNDiagram id="diagram">
    <bpmndi:BPMNPlane id="plane" bpmnElement="${key}">
      <bpmndi:BPMNShape id="startShape" bpmnElement="start"><dc:Bounds x="160" y="122" width="36" height="36" />
        <bpmndi:BPMNLabel><dc:Bounds x="158" y="165" width="40" height="14" /></bpmndi:BPMNLabel></bpmndi:BPMNShape>
      <bpmndi:BPMNShape id="taskShape" bpmnElement="task"><dc:Bounds x="260" y="100" width="100" height="80" /></bpmndi:BPMNShape>
      <bpmndi:BPMNShape id="endShape" bpmnElement="end"><dc:Bounds x="430" y="122" width="36" height="36" />
        <bpmndi:BPMNLabel><dc:Bounds x="428" y="165" width="40" height="14" /></bpmndi:BPMNLabel></bpmndi:BPMNShape>
      <bpmndi:BPMNEdge id="toTaskEdge" bpmnElement="toTask"><di:waypoint x="196" y="140" /><di:waypoint x="260" y="140" /></bpmndi:BPMNEdge>
      <bpmndi:BPMNEdge id="toEndEdge" bpmnElement="toEnd"><di:waypoint x="360" y="140" /><di:waypoint x="430" y="140" /></bpmndi:BPMNEdge>
    </bpmndi:BPMNPlane>
  </bpmndi:BPMNDiagram>
</bpmn:definitions>
`
}
