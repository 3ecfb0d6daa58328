package io.tidemark.driver.ibmmq.mq;

import com.ibm.mq.MQMessage;
import com.ibm.mq.headers.MQDataException;
import com.ibm.mq.headers.pcf.MQCFGR;
import com.ibm.mq.headers.pcf.MQCFH;
import com.ibm.mq.headers.pcf.PCFParameter;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The parameters of a PCF message, whichever type its header claims: publications of a queue
 * manager are neither commands nor answers.
 *
 * @param numbers by parameter
 * @param texts by parameter, without padding
 * @param groups in their order
 */
record PcfContent(Map<Integer, Long> numbers, Map<Integer, String> texts, List<PcfContent> groups) {

  static PcfContent read(MQMessage message) throws MQDataException, IOException {
    int count = new MQCFH(message).getParameterCount();
    List<PCFParameter> parameters = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      parameters.add(PCFParameter.nextParameter(message));
    }
    return of(parameters);
  }

  private static PcfContent of(List<PCFParameter> parameters) {
    PcfContent content =
        new PcfContent(new LinkedHashMap<>(), new LinkedHashMap<>(), new ArrayList<>());
    for (PCFParameter parameter : parameters) {
      if (parameter instanceof MQCFGR group) {
        content.groups.add(of(parametersOf(group)));
      } else if (parameter.getValue() instanceof Number number) {
        content.numbers.put(parameter.getParameter(), number.longValue());
      } else if (parameter.getValue() instanceof String text) {
        content.texts.put(parameter.getParameter(), text.replace('\0', ' ').strip());
      }
    }
    return content;
  }

  private static List<PCFParameter> parametersOf(MQCFGR group) {
    List<PCFParameter> parameters = new ArrayList<>();
    for (Object parameter : Collections.list(group.getParameters())) {
      parameters.add((PCFParameter) parameter);
    }
    return parameters;
  }

  /** The number, or -1. */
  long number(int parameter) {
    return numbers.getOrDefault(parameter, -1L);
  }

  /** The text, or an empty one. */
  String text(int parameter) {
    return texts.getOrDefault(parameter, "");
  }
}
