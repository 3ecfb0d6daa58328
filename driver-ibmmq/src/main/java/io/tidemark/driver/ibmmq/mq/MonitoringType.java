package io.tidemark.driver.ibmmq.mq;

import com.ibm.mq.constants.CMQC;
import com.ibm.mq.constants.CMQCFC;
import io.tidemark.driver.telemetry.TelemetryReading;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A kind of publication of a queue manager: one type of one class.
 *
 * @param topic where it is published; {@code %s} stands for the object's name
 * @param prefix of the readings' names, empty where descriptions say enough
 * @param elements by the parameter that carries them
 */
record MonitoringType(String topic, String prefix, Map<Integer, MonitoringElement> elements) {
  private static final long MICROS_PER_MILLI = 1000;

  /** From the retained publication that describes the type. */
  static MonitoringType described(PcfContent description, String prefix) {
    Map<Integer, MonitoringElement> elements = new LinkedHashMap<>();
    for (PcfContent element : description.groups()) {
      elements.put(
          (int) element.number(CMQCFC.MQIAMO_MONITOR_ELEMENT),
          new MonitoringElement(
              element.text(CMQCFC.MQCAMO_MONITOR_DESC),
              (int) element.number(CMQCFC.MQIAMO_MONITOR_DATATYPE)));
    }
    return new MonitoringType(description.text(CMQC.MQCA_TOPIC_STRING), prefix, elements);
  }

  /** With every object where there is one to name. */
  String subscriptionTopic() {
    return topic.replace("%s", "#");
  }

  /**
   * The figures of one publication. Negative ones are none: queue managers have published them for
   * what they did not know.
   */
  List<TelemetryReading> readings(PcfContent published, String queueManager) {
    long intervalMicros = Math.max(1, published.number(CMQCFC.MQIAMO64_MONITOR_INTERVAL));
    String subject = subject(published, queueManager);
    List<TelemetryReading> readings = new ArrayList<>();
    elements.forEach(
        (parameter, element) -> {
          long value = published.number(parameter);
          if (value >= 0) {
            element
                .name(prefix)
                .ifPresent(
                    name ->
                        readings.add(
                            new TelemetryReading(
                                name,
                                subject,
                                element.value(value, intervalMicros),
                                intervalMicros / MICROS_PER_MILLI)));
          }
        });
    return readings;
  }

  /** The instance or group of Native HA that it is about, else the queue manager. */
  private static String subject(PcfContent published, String queueManager) {
    String instance = published.text(CMQCFC.MQCACF_NHA_INSTANCE_NAME);
    String group = published.text(CMQCFC.MQCACF_NHA_GROUP_NAME);
    return !instance.isEmpty() ? instance : !group.isEmpty() ? group : queueManager;
  }
}
