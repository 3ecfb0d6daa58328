package io.tidemark.driver.ibmmq.mq;

import com.ibm.mq.MQException;
import com.ibm.mq.constants.MQConstants;
import io.tidemark.driver.ibmmq.IbmMqConfiguration.Where;
import io.tidemark.driver.ibmmq.JmsFailure;
import io.tidemark.driver.ibmmq.JmsFailure.Kind;
import java.util.Map;
import java.util.Set;
import javax.jms.JMSException;

/** Reason codes as errors that say where, and what to look at. */
final class ReasonCodes {
  private static final int MQRC_NONE = 0;

  /** What to look at, for the codes that users meet. */
  private static final Map<Integer, String> ADVICE =
      Map.ofEntries(
          Map.entry(2002, "the connection is used already"),
          Map.entry(
              2009, "the connection broke: look at the queue manager's error log and the network"),
          Map.entry(2016, "gets are inhibited: ALTER QLOCAL(...) GET(ENABLED)"),
          Map.entry(2030, "the message is longer than MAXMSGL of the queue"),
          Map.entry(2031, "the message is longer than MAXMSGL of the queue manager or channel"),
          Map.entry(2033, "no message came in time"),
          Map.entry(2035, "check user and channel authentication"),
          Map.entry(2037, "the queue was not opened for input"),
          Map.entry(2042, "somebody has the queue open exclusively: SHARE, DEFSOPT(SHARED)"),
          Map.entry(2043, "an object of another type has this name"),
          Map.entry(
              2048,
              "a temporary dynamic queue takes no persistent messages: use a model queue with DEFTYPE(PERMDYN)"),
          Map.entry(2051, "puts are inhibited: ALTER QLOCAL(...) PUT(ENABLED)"),
          Map.entry(2053, "the queue is full: raise MAXDEPTH, or consume faster"),
          Map.entry(2058, "the queue manager has another name: check queueManager"),
          Map.entry(2059, "no queue manager answers: check host, port, listener and that it runs"),
          Map.entry(2063, "a security exit or service refused"),
          Map.entry(
              2080,
              "the message is longer than the client's buffer: set client.defaultMaxMessageSize"),
          Map.entry(2085, "no such object: define it, or set setup.mode: pcf"),
          Map.entry(2087, "the reply queue is on a queue manager that is not known here"),
          Map.entry(2102, "the queue manager is out of resources"),
          Map.entry(2161, "the queue manager is being ended"),
          Map.entry(2162, "the queue manager is ending"),
          Map.entry(2189, "the queue manager could not be resolved in the cluster"),
          Map.entry(2195, "unexpected: the client's FFDC file has details"),
          Map.entry(2202, "the queue manager is ending"),
          Map.entry(2203, "the connection is ending"),
          Map.entry(2278, "a definition in the CCDT is wrong"),
          Map.entry(2381, "no key store: set tls.keyStore"),
          Map.entry(
              2392,
              "TLS is not configured: tls.fips needs a security provider of this Java with a FIPS certificate"),
          Map.entry(
              2393,
              "the TLS handshake failed: check cipherSuite, trust store and client certificate"),
          Map.entry(
              2397,
              "TLS failed: compare tls.cipherSuite with SSLCIPH of the channel, check certificates"),
          Map.entry(2398, "the certificate does not match tls.peerName"),
          Map.entry(
              2400,
              "this Java does not know the cipher suite: use Java's name, not IBM's CipherSpec"),
          Map.entry(2538, "no connection to the host: check host, port and that the listener runs"),
          Map.entry(2539, "the channel refused: check that it exists and its type"),
          Map.entry(2540, "no such channel at the queue manager"),
          Map.entry(2543, "the queue manager is a standby: list all of them in connectionNames"),
          Map.entry(2548, "reconnection failed"),
          Map.entry(2549, "the client reconnected and backed out the unit of work"),
          Map.entry(2594, "the password is protected by a way that is not allowed here"));

  private static final Set<Integer> CONNECTION =
      Set.of(
          2002, 2009, 2018, 2058, 2059, 2161, 2162, 2202, 2203, 2393, 2397, 2537, 2538, 2539, 2543,
          2548);
  private static final Set<Integer> UNKNOWN_OBJECT = Set.of(2085, 2052, 2082);

  private final Where where;

  ReasonCodes(Where where) {
    this.where = where;
  }

  JmsFailure explain(String doing, JMSException cause) {
    int code = codeIn(cause);
    if (code == MQRC_NONE) {
      boolean closed = cause instanceof javax.jms.IllegalStateException;
      return new JmsFailure(
          doing + place() + ": " + firstLine(cause),
          closed ? Kind.CONNECTION : Kind.OTHER,
          0,
          cause);
    }
    return explain(doing, code, cause);
  }

  JmsFailure explain(String doing, int code, Throwable cause) {
    return new JmsFailure(text(code) + "; tried to " + doing, kind(code), code, cause);
  }

  /** {@code 2035 MQRC_NOT_AUTHORIZED on channel C of host(1414): check ...}. */
  String text(int code) {
    return code + " " + name(code) + place() + ": " + advice(code);
  }

  private String place() {
    return where.ccdtUrl().isEmpty()
        ? " on channel " + where.channel() + " of " + where.address()
        : " by " + where.address();
  }

  static String advice(int code) {
    return ADVICE.getOrDefault(code, "see IBM's documentation of this reason code");
  }

  private static String name(int code) {
    String name = MQConstants.lookupReasonCode(code);
    return name == null ? "(unknown reason)" : name;
  }

  static Kind kind(int code) {
    if (CONNECTION.contains(code)) {
      return Kind.CONNECTION;
    }
    return UNKNOWN_OBJECT.contains(code) ? Kind.UNKNOWN_OBJECT : Kind.OTHER;
  }

  /** IBM hangs the reason below the JMS exception, and the innermost one is the first cause. */
  private static int codeIn(Throwable top) {
    int found = MQRC_NONE;
    Throwable now = top;
    for (int depth = 0; now != null && depth < 20; depth++) {
      if (now instanceof MQException mq && mq.getReason() != MQRC_NONE) {
        found = better(found, mq.getReason());
      }
      Throwable linked = now instanceof JMSException jms ? jms.getLinkedException() : null;
      now = linked != null && linked != now ? linked : now.getCause();
    }
    return found;
  }

  /** A broken connection is told as 2009 or 2059; what lies below says more. */
  private static int better(int found, int inner) {
    return found == MQRC_NONE || found == 2059 ? inner : found;
  }

  private static String firstLine(Throwable cause) {
    String message = String.valueOf(cause.getMessage());
    return message.lines().findFirst().orElse(message);
  }
}
