package io.tidemark.driver.ibmmq.mq;

import com.ibm.mq.constants.CMQC;
import com.ibm.mq.constants.CMQCFC;
import com.ibm.mq.headers.pcf.PCFMessage;
import io.tidemark.driver.EffectiveConfiguration;
import io.tidemark.driver.EffectiveSetting;
import io.tidemark.driver.ibmmq.provider.JmsFailure;
import java.util.ArrayList;
import java.util.List;

/**
 * Attributes of queue manager, log, channel and queues that change results, by PCF. What the user
 * may not inquire is a note. The files of a queue manager are not among them.
 */
final class PcfConfiguration {
  /** More queues of one run are defined alike. */
  static final int MOST_QUEUES = 20;

  private static final String FILES =
      "qm.ini (LogBufferPages, DefaultQBufferSize, MQIBindType and others) cannot be read by PCF";

  private final PcfAdmin admin;
  private final List<EffectiveSetting> settings = new ArrayList<>();
  private final List<String> notes = new ArrayList<>(List.of(FILES));

  private PcfConfiguration(PcfAdmin admin) {
    this.admin = admin;
  }

  /**
   * @param channel empty if a CCDT chooses it
   */
  static EffectiveConfiguration read(PcfAdmin admin, String channel, List<String> queues) {
    PcfConfiguration reading = new PcfConfiguration(admin);
    if (reading.queueManager() && reading.log()) {
      reading.channel(channel);
      reading.queues(queues);
    }
    return new EffectiveConfiguration(reading.settings, reading.notes);
  }

  private boolean queueManager() {
    return inquire(
        "DISPLAY QMGR",
        EffectiveSetting.BROKER,
        "queue manager",
        new PCFMessage(CMQCFC.MQCMD_INQUIRE_Q_MGR),
        MqAttribute.OF_QUEUE_MANAGER);
  }

  private boolean log() {
    PCFMessage request = new PCFMessage(CMQCFC.MQCMD_INQUIRE_Q_MGR_STATUS);
    request.addParameter(
        CMQCFC.MQIACF_Q_MGR_STATUS_ATTRS, new int[] {CMQCFC.MQIACF_Q_MGR_STATUS_LOG});
    return inquire(
        "DISPLAY QMSTATUS LOG",
        EffectiveSetting.BROKER,
        "queue manager",
        request,
        MqAttribute.OF_LOG);
  }

  private void channel(String channel) {
    if (channel.isEmpty()) {
      notes.add("the attributes of the channel are not known: a CCDT chooses it");
      return;
    }
    PCFMessage request = new PCFMessage(CMQCFC.MQCMD_INQUIRE_CHANNEL);
    request.addParameter(CMQCFC.MQCACH_CHANNEL_NAME, channel);
    inquire("DISPLAY CHANNEL", "channel", channel, request, MqAttribute.OF_CHANNEL);
  }

  private void queues(List<String> queues) {
    boolean answered = true;
    for (String queue : queues.subList(0, Math.min(queues.size(), MOST_QUEUES))) {
      if (answered) {
        PCFMessage request = new PCFMessage(CMQCFC.MQCMD_INQUIRE_Q);
        request.addParameter(CMQC.MQCA_Q_NAME, queue);
        answered = inquire("DISPLAY QUEUE", "queue", queue, request, MqAttribute.OF_QUEUE);
      }
    }
    if (queues.size() > MOST_QUEUES) {
      notes.add(
          "of "
              + queues.size()
              + " queues the attributes of the first "
              + MOST_QUEUES
              + " were read");
    }
  }

  /** Whether the command server answers: a refusal is an answer. */
  private boolean inquire(
      String command,
      String scope,
      String subject,
      PCFMessage request,
      List<MqAttribute> attributes) {
    try {
      for (PCFMessage answer : admin.inquire("inquire " + subject, request)) {
        for (MqAttribute each : attributes) {
          Object value = answer.getParameterValue(each.parameter());
          if (value != null) { // Versions have different attributes.
            settings.add(each.setting(scope, subject, value, command));
          }
        }
      }
      return true;
    } catch (JmsFailure e) {
      notes.add(command + ": " + e.getMessage());
      return PcfAdmin.isAnswer(e);
    }
  }
}
