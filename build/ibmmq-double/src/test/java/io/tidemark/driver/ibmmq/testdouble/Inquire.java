package io.tidemark.driver.ibmmq.testdouble;

import java.util.HashMap;
import java.util.Map;

/** MQINQ: numbers first, then texts of fixed lengths, in the order of the selectors. */
final class Inquire implements Verb {
  private static final int FIRST_TEXT_SELECTOR = 2000;
  private static final int SELECTORS = Call.HEAD_BYTES + 12;
  private static final int BASE_QUEUE_NAME = 2002;
  private static final int QSG_NAME = 2040;
  private static final int QSG_NAME_BYTES = 4;
  private static final int NAME_BYTES = 48;
  private static final int COMMAND_LEVEL = 945;
  private static final int UNIX = 3;

  private final Map<Integer, Integer> numbers = new HashMap<>();
  private final Map<Integer, String> texts = new HashMap<>();

  Inquire(QueueManager queueManager) {
    numbers.put(2, 1208); // CCSID
    numbers.put(PcfMessage.COMMAND_LEVEL, COMMAND_LEVEL);
    numbers.put(PcfMessage.PLATFORM, UNIX);
    numbers.put(187, 0); // publish/subscribe disabled
    numbers.put(273, 0); // no capability of advanced message security
    texts.put(BASE_QUEUE_NAME, "*".repeat(NAME_BYTES)); // only an alias has one
    texts.put(2003, CommandServer.QUEUE);
    texts.put(2006, "SYSTEM.DEAD.LETTER.QUEUE");
    texts.put(PcfMessage.Q_MGR_NAME, queueManager.name());
    texts.put(2032, queueManager.name() + "_2026-01-01_00.00.00");
    texts.put(QSG_NAME, "");
  }

  @Override
  public Answer execute(Call call) {
    Structure asked = new Structure(call.body(), Call.HEAD_BYTES);
    int count = asked.integer(0);
    int numberCount = asked.integer(4);
    int valuesAt = SELECTORS + 4 * count;
    byte[] answer = call.echo(valuesAt + 4 * numberCount + asked.integer(8));
    Structure selectors = new Structure(answer, SELECTORS);
    Structure values = new Structure(answer, valuesAt);
    int reason = ReasonCode.NONE;
    int numberAt = 0;
    int textAt = 4 * numberCount;
    for (int i = 0; i < count; i++) {
      int selector = selectors.integer(4 * i);
      if (selector < FIRST_TEXT_SELECTOR) {
        values.integer(numberAt, number(selector, call.object()));
        numberAt += 4;
      } else {
        int bytes = selector == QSG_NAME ? QSG_NAME_BYTES : NAME_BYTES;
        reason = selector == BASE_QUEUE_NAME ? ReasonCode.SELECTOR_NOT_FOR_TYPE : reason;
        values.text(textAt, bytes, text(selector, call.object()));
        textAt += bytes;
      }
    }
    return reason == ReasonCode.NONE ? Answer.ok(answer) : Answer.warning(answer, reason);
  }

  private int number(int selector, OpenObject object) {
    Integer value =
        object.queue().map(q -> q.describe().get(selector)).orElseGet(() -> numbers.get(selector));
    return known(selector, value);
  }

  private String text(int selector, OpenObject object) {
    return known(
        selector,
        selector == PcfMessage.BACKOUT_QUEUE
            ? object.queue().map(q -> q.attributes().backoutQueue()).orElse("")
            : texts.get(selector));
  }

  private static <T> T known(int selector, T value) {
    if (value == null) {
      throw new UnknownFlow("MQINQ selector " + selector);
    }
    return value;
  }
}
