package io.tidemark.convert;

import io.tidemark.convert.ToolOptions.Given;
import java.util.Locale;
import java.util.Optional;

/**
 * Command lines of IBM's cphtestp. The tool runs one side in each process; a workload has both, so
 * the requester or sender is converted, and the number of responders or receivers is added by hand.
 */
final class Cphtestp {
  static final ToolOptions OPTIONS =
      new ToolOptions(
          "cphtestp",
          """
          -h 0..1 | shows help
          -hm 1 | shows help
          -hf 0..1 | shows help
          -v 0..1 | shows the version
          -tr 0..1 | writes a trace
          -tc 1
          -ss 1
          -ls 0..1 | latencies are always measured, of all threads
          -nt 1
          -rl 1
          -id 1
          -su 0..1 | written always
          -sd 1 | rates count from the first to the last message of the measured part
          -sp 0..1 | rates are those of all threads
          -wi 1
          -wt 1 | all clients are ready before the load begins; see --step-timeout
          -sh 0..1 | a signal ends the run in order
          -ts 1 | set by the JVM: JVM_OPTS=-Xss...
          -rt 1
          -rp 1
          -mg 1
          -yd 1 | pacing does not yield
          -sn 1 | a run connects once
          -si 1 | a run connects once
          -d 1
          -iq 1
          -oq 1
          -db 1
          -dx 1
          -dn 1
          -jb 1
          -jt 1
          -jh 1
          -jp 1
          -jc 1
          -jf 0..1 | IBM's Java client has no fastpath
          -jy 0..1
          -jl 1
          -us 1
          -pw 1
          -ms 1
          -rs 1
          -pp 0..1
          -p1 0..1 | queues stay open
          -tx 0..1
          -txp 0..1
          -txg 0..1
          -cc 1
          -rf 0..1
          -mh 0..1 | messages have no properties
          -to 1
          -co 0..1
          -cs 0..1
          -gs 1 | replies are selected by correlation id
          -dq 1 | a run uses one reply channel
          -cr 0..1
          -cb 0..1 | request and reply are one unit of work
          """);

  private final Given given;
  private final Conversion files;
  private final long threads;

  private Cphtestp(Given given) {
    this.given = given;
    this.files = new Conversion(given.withoutCounterpart());
    this.threads = given.number("-nt", 1);
  }

  static Conversion convert(Given given) {
    String role = given.text("-tc").orElse("Dummy");
    Cphtestp one = new Cphtestp(given);
    one.queueManager();
    boolean asks = role.equals("Requester");
    switch (role) {
      case "Requester" -> one.requester();
      case "Sender" -> one.sender();
      default ->
          throw given.wrong(
              "-tc", role, "Requester or Sender; the other side is in the same workload");
    }
    one.load(asks);
    one.messages();
    return one.files;
  }

  private void requester() {
    long pairs = Math.max(1, given.number("-dn", 1));
    files
        .workload("name", given.text("-id").orElse("cphtestp"))
        .workload("pattern", "request-reply")
        .workload("pairs", pairs)
        .workload("requesters", threads)
        .workload("responders", threads);
    files.note("responders", "as many as requesters; cphtestp has their number in another process");
    given.number("-wi").ifPresent(ms -> files.workload("requesterStartDelay", ms + "ms"));
    if (given.number("-cc", 1) > 1) {
      throw given.wrong("-cc", given.required("-cc"), "1 with Requester");
    }
    long patience = given.number("-to", 5);
    if (patience > 0) {
      files.workload("replyTimeout", patience + "s");
    } else {
      files.note("-to", "a reply is not waited for without limit: 30 s");
    }
    files
        .driver("requestReply.requestQueues", given.text("-iq").orElse("REQUEST") + "%d")
        .driver("requestReply.replyQueues", given.text("-oq").orElse("REPLY") + "%d")
        .driver("requestReply.from", first(pairs));
    boolean byMessage = (!given.has("-co") || given.on("-co")) && !given.on("-cs");
    files.driver("requestReply.correlation", byMessage ? "message-id" : "session");
    if (given.has("-co") && !given.on("-co")) {
      files.note("-co", "a requester always gets its own replies: by one id, selected once");
    }
    if (given.on("-tx") || given.on("-txp") || given.on("-txg")) {
      files.driver("requestReply.transacted", true);
    }
  }

  private void sender() {
    long queues = Math.max(1, given.number("-dn", 1));
    long each = (threads + queues - 1) / queues;
    files
        .workload("name", given.text("-id").orElse("cphtestp"))
        .workload("topics", queues)
        .workload("subscriptionsPerTopic", 1)
        .workload("producersPerTopic", each)
        .workload("consumerPerSubscription", each);
    files.note("consumers", "as many as senders; cphtestp has their number in another process");
    files
        .driver("queues.pattern", given.text("-d").orElse("DEST") + "%d")
        .driver("queues.from", first(queues));
    note("-wi", "senders start together");
    note("-to", "a sender waits for no message");
    note("-co", "messages have no correlation id: receivers of a queue share its messages");
    note("-cs", "receivers of a queue share its messages");
    note("-txp", "for requesters; -tx is for senders and receivers");
    note("-txg", "for requesters; -tx is for senders and receivers");
    if (given.on("-tx")) {
      long commit = given.number("-cc", 1);
      files
          .driver("publishing.transacted", true)
          .driver("publishing.commitEvery", commit)
          .driver("consuming.acknowledge", "transacted")
          .driver("consuming.acknowledgeEvery", commit);
    }
  }

  private void note(String option, String why) {
    if (given.has(option)) {
      files.note(option, why);
    }
  }

  /** cphtestp counts from the base, or up to the maximum. */
  private long first(long count) {
    if (!given.has("-dn") && !given.has("-dx") && !given.has("-db")) {
      files.note("queues", "their names end with a number, which cphtestp leaves out without -dn");
    }
    return given.has("-dx") && !given.has("-db")
        ? given.number("-dx", count) - count + 1
        : given.number("-db", 1);
  }

  private void load(boolean asks) {
    Optional<Double> rate = given.decimal("-rt").filter(each -> each > 0);
    if (rate.isPresent()) {
      files.workload("producerRate", rate.get() * threads);
      files.note(
          "-rt", "an open loop: requests are sent when they are due, also after a late reply");
    } else if (!asks) {
      files.workload("producerRate", "max");
    }
    given
        .number("-rp")
        .filter(seconds -> seconds > 0)
        .ifPresent(seconds -> files.note("-rp", "a ramp: phases with rate: {from, to}"));
    given
        .number("-mg")
        .filter(count -> count > 0)
        .ifPresent(count -> files.workload("messageLimit", count * threads));
    long seconds = given.number("-rl", 60);
    files.workload("warmupDuration", "0s");
    files.workload("testDuration", seconds > 0 ? seconds + "s" : "unlimited");
    given
        .number("-ss")
        .filter(each -> each > 0)
        .ifPresent(each -> files.workload("sampleInterval", each + "s"));
    files.workload("messageSize", given.number("-ms", 1_000));
  }

  private void queueManager() {
    files
        .driver("name", "cphtestp")
        .driver("driverClass", "io.tidemark.driver.ibmmq.IbmMqBenchmarkDriver")
        .driver(
            "connectionNames",
            String.format(
                Locale.ROOT,
                "%s(%d)",
                given.text("-jh").orElse("localhost"),
                given.number("-jp", 1_414)))
        .driver("channel", given.text("-jc").orElse("SYSTEM.DEF.SVRCONN"));
    given.text("-jb").ifPresent(name -> files.driver("queueManager", name));
    given.text("-us").ifPresent(user -> files.driver("user", user));
    given.text("-pw").ifPresent(password -> files.driver("password", password));
    given
        .text("-jl")
        .ifPresent(
            cipher -> {
              files.driver("tls.cipherSuite", cipher);
              files.note("-jl", "set tls.trustStore; Java's name of a cipher may differ");
            });
    given
        .text("-jt")
        .filter(transport -> !transport.equals("mqc"))
        .ifPresent(transport -> files.note("-jt", "clients connect over TCP"));
  }

  private void messages() {
    files.driver("messages.persistence", given.on("-pp") ? "persistent" : "non-persistent");
    if (given.on("-rf")) {
      files.driver("messages.targetClient", "jms");
    }
    if (given.on("-jy")) {
      files.driver("messages.readAhead", "enabled");
    }
    long buffer = Math.max(given.number("-rs", 0), given.number("-ms", 1_000));
    files.driver("client.defaultMaxMessageSize", buffer);
    if (given.has("-cr") && !given.on("-cr")) {
      files.note("-cr", "a reply of another size: replySize");
    }
  }
}
