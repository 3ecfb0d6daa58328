package io.tidemark.driver.ibmmq.mq;

import com.ibm.mq.constants.CMQC;
import com.ibm.mq.constants.CMQCFC;
import io.tidemark.driver.EffectiveSetting;
import io.tidemark.driver.EffectiveSetting.Origin;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * An attribute that changes results, with the name and the words that MQSC has for it. Defaults are
 * those of Multiplatforms.
 *
 * @param parameter of PCF
 * @param expected the default
 * @param words for numbers; a number without a word stands for itself
 */
record MqAttribute(int parameter, String name, String expected, Map<Integer, String> words) {
  private static final Map<Integer, String> NUMBER = Map.of();
  private static final Map<Integer, String> NO_YES = Map.of(0, "NO", 1, "YES");

  private static final Map<Integer, String> MONITORING =
      Map.of(
          CMQC.MQMON_OFF, "OFF",
          CMQC.MQMON_ON, "ON",
          CMQC.MQMON_NONE, "NONE",
          CMQC.MQMON_Q_MGR, "QMGR",
          CMQC.MQMON_LOW, "LOW",
          CMQC.MQMON_MEDIUM, "MEDIUM",
          CMQC.MQMON_HIGH, "HIGH");

  private static final Map<Integer, String> COMPRESSION =
      Map.of(
          0, "NONE",
          1, "RLE",
          2, "ZLIBFAST",
          4, "ZLIBHIGH",
          8, "SYSTEM",
          16, "LZ4FAST",
          32, "LZ4HIGH");

  private static final String FOUR_MEBIBYTES = "4194304";
  private static final String UNLIMITED = "999999999";

  static final List<MqAttribute> OF_QUEUE_MANAGER =
      List.of(
          number(CMQC.MQIA_MAX_MSG_LENGTH, "MAXMSGL", FOUR_MEBIBYTES),
          number(CMQC.MQIA_MAX_UNCOMMITTED_MSGS, "MAXUMSGS", "10000"),
          number(CMQC.MQIA_MAX_HANDLES, "MAXHANDS", "256"),
          word(CMQC.MQIA_MONITORING_Q, "MONQ", "OFF", MONITORING),
          word(CMQC.MQIA_MONITORING_CHANNEL, "MONCHL", "OFF", MONITORING),
          word(CMQC.MQIA_STATISTICS_MQI, "STATMQI", "OFF", MONITORING),
          word(CMQC.MQIA_STATISTICS_Q, "STATQ", "OFF", MONITORING),
          word(CMQC.MQIA_STATISTICS_CHANNEL, "STATCHL", "OFF", MONITORING),
          word(CMQC.MQIA_ACCOUNTING_MQI, "ACCTMQI", "OFF", MONITORING),
          word(CMQC.MQIA_ACCOUNTING_Q, "ACCTQ", "OFF", MONITORING),
          word(CMQC.MQIA_ACTIVITY_TRACE, "ACTVTRC", "OFF", MONITORING),
          word(
              CMQC.MQIA_PUBSUB_MODE,
              "PSMODE",
              "ENABLED",
              Map.of(0, "DISABLED", 1, "COMPAT", 2, "ENABLED")));

  static final List<MqAttribute> OF_LOG =
      List.of(
          word(
              CMQCFC.MQIACF_LOG_TYPE,
              "LOGTYPE",
              "CIRCULAR",
              Map.of(0, "CIRCULAR", 1, "LINEAR", 2, "REPLICATED")),
          number(CMQCFC.MQIACF_LOG_PRIMARIES, "LOGPRIM", "3"),
          number(CMQCFC.MQIACF_LOG_SECONDARIES, "LOGSEC", "2"),
          number(CMQCFC.MQIACF_LOG_EXTENT_SIZE, "LOGEXTSZ", "16384"));

  static final List<MqAttribute> OF_QUEUE =
      List.of(
          number(CMQC.MQIA_MAX_Q_DEPTH, "MAXDEPTH", "5000"),
          number(CMQC.MQIA_MAX_MSG_LENGTH, "MAXMSGL", FOUR_MEBIBYTES),
          word(CMQC.MQIA_DEF_PERSISTENCE, "DEFPSIST", "NO", NO_YES),
          word(CMQC.MQIA_SHAREABILITY, "SHARE", "YES", NO_YES),
          word(
              CMQC.MQIA_MSG_DELIVERY_SEQUENCE,
              "MSGDLVSQ",
              "PRIORITY",
              Map.of(0, "PRIORITY", 1, "FIFO")),
          word(CMQC.MQIA_NPM_CLASS, "NPMCLASS", "NORMAL", Map.of(0, "NORMAL", 10, "HIGH")),
          word(
              CMQC.MQIA_PROPERTY_CONTROL,
              "PROPCTL",
              "COMPAT",
              Map.of(0, "COMPAT", 1, "NONE", 2, "ALL", 3, "FORCE", 4, "V6COMPAT")),
          word(CMQC.MQIA_DEF_PUT_RESPONSE_TYPE, "DEFPRESP", "SYNC", Map.of(1, "SYNC", 2, "ASYNC")),
          word(
              CMQC.MQIA_DEF_READ_AHEAD, "DEFREADA", "NO", Map.of(0, "NO", 1, "YES", 2, "DISABLED")),
          word(CMQC.MQIA_MONITORING_Q, "MONQ", "QMGR", MONITORING),
          word(CMQC.MQIA_STATISTICS_Q, "STATQ", "QMGR", MONITORING),
          word(CMQC.MQIA_ACCOUNTING_Q, "ACCTQ", "QMGR", MONITORING),
          word(
              CMQC.MQIA_MEDIA_IMAGE_RECOVER_Q,
              "IMGRCOVQ",
              "QMGR",
              Map.of(0, "NO", 1, "YES", 2, "QMGR")),
          number(CMQC.MQCA_STREAM_QUEUE_NAME, "STREAMQ", "none"),
          number(CMQC.MQCA_CLUSTER_NAME, "CLUSTER", "none"));

  static final List<MqAttribute> OF_CHANNEL =
      List.of(
          number(CMQCFC.MQIACH_SHARING_CONVERSATIONS, "SHARECNV", "10"),
          number(CMQCFC.MQIACH_MAX_MSG_LENGTH, "MAXMSGL", FOUR_MEBIBYTES),
          number(CMQCFC.MQIACH_HB_INTERVAL, "HBINT", "300"),
          word(CMQCFC.MQIACH_KEEP_ALIVE_INTERVAL, "KAINT", "AUTO", Map.of(-1, "AUTO")),
          number(CMQCFC.MQIACH_DISC_INTERVAL, "DISCINT", "0"),
          number(CMQCFC.MQIACH_MAX_INSTANCES, "MAXINST", UNLIMITED),
          number(CMQCFC.MQIACH_MAX_INSTS_PER_CLIENT, "MAXINSTC", UNLIMITED),
          word(CMQCFC.MQIACH_MSG_COMPRESSION, "COMPMSG", "NONE", COMPRESSION),
          word(CMQCFC.MQIACH_HDR_COMPRESSION, "COMPHDR", "NONE", COMPRESSION),
          number(CMQCFC.MQCACH_SSL_CIPHER_SPEC, "SSLCIPH", "none"),
          word(CMQC.MQIA_MONITORING_CHANNEL, "MONCHL", "QMGR", MONITORING));

  private static MqAttribute number(int parameter, String name, String expected) {
    return new MqAttribute(parameter, name, expected, NUMBER);
  }

  private static MqAttribute word(
      int parameter, String name, String expected, Map<Integer, String> words) {
    return new MqAttribute(parameter, name, expected, words);
  }

  /**
   * Returns the attribute as a setting.
   *
   * @param value a number, a list of numbers, or a text with padding
   * @param command of MQSC that shows it
   */
  EffectiveSetting setting(String scope, String subject, Object value, String command) {
    String text = text(value);
    boolean same = text.equals(expected);
    return new EffectiveSetting(
        scope,
        subject,
        name,
        text,
        same ? Origin.DEFAULT : Origin.CHANGED,
        same ? command : command + ", default " + expected);
  }

  private String text(Object value) {
    if (value instanceof int[] numbers) {
      return Arrays.stream(numbers)
          .filter(number -> number >= 0) // The rest of a list of fixed length.
          .mapToObj(this::word)
          .collect(Collectors.joining(", "));
    }
    if (value instanceof Integer number) {
      return word(number);
    }
    String text = String.valueOf(value).replace('\0', ' ').strip();
    return text.isEmpty() ? "none" : text;
  }

  private String word(int number) {
    return words.getOrDefault(number, String.valueOf(number));
  }
}
