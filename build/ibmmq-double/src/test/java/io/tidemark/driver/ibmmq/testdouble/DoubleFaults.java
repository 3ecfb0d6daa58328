package io.tidemark.driver.ibmmq.testdouble;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The script of errors: each rule waits for its flow, on its queue if it names one, and acts a
 * number of times. Any thread may call.
 */
public final class DoubleFaults {
  /** What happens instead of, or after, the flow. */
  sealed interface Action {
    /** The call ends with MQCC_FAILED and this reason; it has no other effect. */
    record Refuse(int reason) implements Action {}

    /** The connection ends, and the call does not happen. */
    record Drop() implements Action {}

    /** A put succeeds, but its message is never seen. */
    record LoseMessage() implements Action {}

    /** A put succeeds, but its message is seen late. */
    record DelayMessage(Duration by) implements Action {}
  }

  private final List<Rule> rules = new ArrayList<>();
  private final Map<String, Integer> inquiries = new HashMap<>();

  /** A rule for the next such flow; it acts once by default. */
  public Rule on(Opcode opcode) {
    return new Rule(opcode);
  }

  /** From now on the command server answers who inquires this queue or channel with the reason. */
  public synchronized void refuseInquiries(String name, int reason) {
    inquiries.put(name, reason);
  }

  synchronized Optional<Integer> refusedInquiry(String name) {
    return Optional.ofNullable(inquiries.get(name));
  }

  /** Rules that still wait for their flow. */
  public synchronized int pending() {
    return (int) rules.stream().filter(r -> r.times > 0).count();
  }

  synchronized Optional<Action> next(Opcode opcode, String queue) {
    for (Rule rule : rules) {
      if (rule.fires(opcode, queue)) {
        return Optional.of(rule.action);
      }
    }
    return Optional.empty();
  }

  private synchronized void add(Rule rule) {
    rules.add(rule);
  }

  /** One line of the script. */
  public final class Rule {
    private final Opcode opcode;
    private String queue = "";
    private int skipped;
    private int times = 1;
    private Action action;

    private Rule(Opcode opcode) {
      this.opcode = opcode;
    }

    public Rule onQueue(String onlyQueue) {
      queue = onlyQueue;
      return this;
    }

    /** Lets this many such flows pass first. */
    public Rule after(int flows) {
      skipped = flows;
      return this;
    }

    public Rule times(int count) {
      times = count;
      return this;
    }

    public void refuse(int reason) {
      act(new Action.Refuse(reason));
    }

    public void dropConnection() {
      act(new Action.Drop());
    }

    public void loseMessage() {
      act(new Action.LoseMessage());
    }

    public void delayMessage(Duration by) {
      act(new Action.DelayMessage(by));
    }

    private void act(Action what) {
      action = what;
      add(this);
    }

    private boolean fires(Opcode seen, String seenQueue) {
      if (times == 0 || seen != opcode || !(queue.isEmpty() || queue.equals(seenQueue))) {
        return false;
      }
      if (skipped > 0) {
        skipped--;
        return false;
      }
      times--;
      return true;
    }
  }
}
