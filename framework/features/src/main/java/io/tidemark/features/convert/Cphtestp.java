package io.tidemark.features.convert;

import io.tidemark.features.convert.ToolOptions.Given;
import java.util.List;
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
          -an 1
          -ar 1
          -ccdt 1
          -cv 0..1 | IBM's client converts texts
          -cz 0..1 | messages are not compressed
          -jw 1
          -kr 1 | tls.trustStore and tls.keyStore, as PKCS12
          -mf 1 | bodies from a file: payload.corpus
          -mfm 1 | the format follows from messages.type
          -mr 0..1 | bodies: payload.entropy
          -ppn 0..1
          -ql 1 | as Java's TLS does
          -txz 0..1 | for z/OS
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
          -mh 0..1
          -to 1
          -co 0..1
          -cs 0..1
          -gs 1 | replies are selected by correlation id
          -dq 1 | a run uses one reply channel
          -cr 0..1
          -cb 0..1 | request and reply are one unit of work
          """);

  private static final String UNSPECIFIED = "UNSPECIFIED";
  private static final long ENVELOPE_BYTES = 32;

  private final Given given;
  private final Conversion files;
  private final long threads;

  /** The number in the name of the first queue. */
  private long from;

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
    long pairs = names();
    files
        .workload("name", given.text("-id").orElse("cphtestp"))
        .workload("pattern", "request-reply")
        .workload("pairs", pairs)
        .workload("requesters", threads)
        .workload("responders", Math.max(threads, pairs));
    files.note(
        "responders",
        "as many as requesters, and one for each pair; cphtestp has their number in another process");
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
        .driver("requestReply.from", from);
    boolean byMessage = (!given.has("-co") || given.on("-co")) && !given.on("-cs");
    files.driver("requestReply.correlation", byMessage ? "message-id" : "session");
    if (given.has("-co") && !given.on("-co")) {
      files.note("-co", "a requester always gets its own replies: by one id, selected once");
    }
    for (String part : List.of("-txp", "-txg")) {
      if (given.on("-tx") && given.on(part)) {
        throw given.wrong(part, "true with -tx", "one of them");
      }
    }
    if (given.on("-tx") || given.on("-txp") || given.on("-txg")) {
      files.driver("requestReply.transacted", true);
    }
  }

  private void sender() {
    long queues = names();
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
        .driver("queues.from", from);
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

  /** How many queues, or pairs; with all three options -dn is only where the tool begins. */
  private long names() {
    long base = given.number("-db", 0);
    long most = given.number("-dx", 0);
    long count = given.number("-dn", 0);
    if (base <= 0 && most <= 0 && count <= 0) {
      files.note("queues", "their names end with a number, which cphtestp leaves out without -dn");
      from = 1;
      return 1;
    }
    from = base > 0 ? base : most > 0 && count > 0 ? most - count + 1 : 1;
    boolean counted = count > 0 && (base <= 0 || most <= 0);
    // Without a maximum each thread has the next one.
    long all = counted ? count : most > 0 ? most - from + 1 : threads;
    if (from < 1 || all < 1 || (count > 0 && !counted && (count < base || count > most))) {
      throw given.wrong(
          "-dn", count + " with -db " + base + " and -dx " + most, "a range of numbers");
    }
    return all;
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
    long bytes = messageBytes();
    if (asks && bytes < ENVELOPE_BYTES) {
      files.note("-ms", "a request has " + ENVELOPE_BYTES + " bytes: it has an envelope");
    }
    files.workload("messageSize", asks ? Math.max(ENVELOPE_BYTES, bytes) : bytes);
  }

  private long messageBytes() {
    long bytes = given.number("-ms", 0);
    return bytes == 0 ? 1_000 : bytes;
  }

  private void queueManager() {
    files
        .driver("name", "cphtestp")
        .driver("driverClass", "io.tidemark.driver.ibmmq.IbmMqBenchmarkDriver");
    Optional<String> table = given.text("-ccdt").filter(url -> !url.isEmpty());
    String address =
        String.format(
            Locale.ROOT,
            "%s(%d)",
            given.text("-jh").orElse("localhost"),
            given.number("-jp", 1_414));
    String channel = given.text("-jc").orElse("SYSTEM.DEF.SVRCONN");
    table.ifPresentOrElse(
        url -> files.driver("ccdtUrl", url),
        () -> files.driver("connectionNames", address).driver("channel", channel));
    for (String option : List.of("-jh", "-jp", "-jc")) {
      if (table.isPresent() && given.has(option)) {
        files.note(option, "has no effect with -ccdt");
      }
    }
    given.text("-an").ifPresent(name -> files.driver("applicationName", name));
    given
        .text("-ar")
        .flatMap(this::reconnect)
        .ifPresent(how -> files.driver("connections.reconnect", how));
    given.text("-jb").ifPresent(name -> files.driver("queueManager", name));
    given.text("-us").ifPresent(user -> files.driver("user", user));
    given.text("-pw").ifPresent(password -> files.driver("password", password));
    given
        .text("-jw")
        .filter(label -> !label.equals(UNSPECIFIED))
        .ifPresent(label -> files.driver("tls.certificateLabel", label));
    given
        .text("-jl")
        .filter(cipher -> !cipher.equals(UNSPECIFIED))
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

  private Optional<String> reconnect(String option) {
    String word = option.replaceFirst("^MQCNO_RECONNECT_?", "").toLowerCase(Locale.ROOT);
    return switch (word) {
      case "" -> option.isEmpty() ? Optional.empty() : Optional.of("any");
      case "as_def", "disabled" -> Optional.of(word.replace('_', '-'));
      case "q_mgr" -> Optional.of("qmgr");
      default ->
          throw given.wrong("-ar", option, "MQCNO_RECONNECT, ..._AS_DEF, ..._Q_MGR, ..._DISABLED");
    };
  }

  private void messages() {
    files.driver("messages.persistence", persistence());
    if (given.on("-rf") && given.on("-mh")) {
      files.driver("messages.targetClient", "jms");
    } else if (given.has("-rf")) {
      files.note("-rf", "has no effect without -mh");
    } else if (given.has("-mh")) {
      files.note("-mh", "messages have no properties");
    }
    if (given.on("-jy")) {
      files.driver("messages.readAhead", "enabled");
    }
    long buffer = Math.max(given.number("-rs", 0), messageBytes());
    files.driver("client.defaultMaxMessageSize", buffer);
    if (given.has("-cr") && !given.on("-cr")) {
      files.note("-cr", "a reply of another size: replySize");
    }
  }

  /** Without -pp and -ppn it is that of the queue. */
  private String persistence() {
    if (given.on("-pp")) {
      note("-ppn", "has no effect with -pp");
      return "persistent";
    }
    return given.on("-ppn") ? "non-persistent" : "queue-default";
  }
}
