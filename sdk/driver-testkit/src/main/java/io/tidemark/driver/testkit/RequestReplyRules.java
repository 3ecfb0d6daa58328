package io.tidemark.driver.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.driver.requests.RequestReply;
import io.tidemark.driver.requests.Requester;
import io.tidemark.driver.testkit.observed.ReplyInbox;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Chapter 7: the request/reply capability. Without it the rules are aborted. */
final class RequestReplyRules {
  private static final int IN_FLIGHT = 50;

  private RequestReplyRules() {}

  static List<Rule> all() {
    return List.of(
        Rule.may(
            "7.1",
            "Every request is accepted, reaches one responder and is answered once, intact",
            RequestReplyRules::answersEveryRequestOnce),
        Rule.may(
            "7.2",
            "A reply reaches the requester that asked, and no other",
            RequestReplyRules::repliesReachWhoAsked),
        Rule.may(
            "7.3",
            "Many requests in flight of one requester are all answered",
            RequestReplyRules::manyInFlight),
        Rule.may(
            "7.4",
            "A slow responder does not delay other responders",
            RequestReplyRules::aSlowResponderHoldsUpNoOther),
        Rule.may(
            "7.5",
            "No callback comes after a requester or responder is closed",
            RequestReplyRules::nothingComesAfterClose),
        Rule.may(
            "7.6",
            "The mechanism has a name, and deleting pairs twice is no error",
            RequestReplyRules::namesItsMechanismAndCleansUp),
        Rule.may(
            "7.7",
            "Destinations that existed are neither emptied nor deleted",
            RequestReplyRules::existingDestinationsAreKept));
  }

  private static RequestReplyBench requestReply(
      ConformanceBench bench, int pairs, int requesters, int responders) throws Exception {
    RequestReply driver = bench.capability(RequestReply.class);
    bench.require(
        bench.call("canRequestReply", driver::canRequestReply),
        "the driver has no request/reply with this configuration");
    return new RequestReplyBench(bench, driver, pairs, requesters, responders);
  }

  private static void answersEveryRequestOnce(ConformanceBench bench) throws Exception {
    try (RequestReplyBench rr = requestReply(bench, 1, 1, 2)) {
      rr.responder(0);
      rr.responder(1);
      ReplyInbox inbox = new ReplyInbox();
      Requester requester = rr.requester(0, inbox);
      int requests = bench.few();
      for (int i = 0; i < requests; i++) {
        rr.ask(requester, i);
        rr.awaitReplies(inbox, i + 1);
      }
      assertThat(inbox.numbers()).containsExactlyElementsOf(RequestReplyBench.upTo(requests));
      assertThat(inbox.damaged()).as("replies that differ from the request").isZero();
      assertThat(rr.requestsReceived()).isEqualTo(requests);
      rr.awaitAccepted(requests);
      rr.awaitRepliesAccepted(requests);
      assertThat(rr.failures()).isEmpty();
    }
  }

  private static void repliesReachWhoAsked(ConformanceBench bench) throws Exception {
    try (RequestReplyBench rr = requestReply(bench, 2, 4, 2)) {
      rr.responder(0);
      rr.responder(1);
      int each = 20;
      ReplyInbox[] inboxes = new ReplyInbox[4];
      Requester[] requesters = new Requester[4];
      for (int i = 0; i < 4; i++) {
        inboxes[i] = new ReplyInbox();
        requesters[i] = rr.requester(i, inboxes[i]);
      }
      for (int k = 0; k < each; k++) {
        for (int i = 0; i < 4; i++) {
          rr.ask(requesters[i], i * 1_000L + k);
          rr.awaitReplies(inboxes[i], k + 1);
        }
      }
      for (int i = 0; i < 4; i++) {
        long own = i * 1_000L;
        assertThat(inboxes[i].numbers()).hasSize(each).allMatch(n -> n / 1_000 * 1_000 == own);
      }
    }
  }

  /** No request is answered before all that may be in flight are. */
  private static void manyInFlight(ConformanceBench bench) throws Exception {
    try (RequestReplyBench rr = requestReply(bench, 1, 1, 2)) {
      CountDownLatch underWay = new CountDownLatch(1);
      rr.responder(0, () -> await(bench, underWay));
      rr.responder(1, () -> await(bench, underWay));
      ReplyInbox inbox = new ReplyInbox();
      Requester requester = rr.requester(0, inbox, IN_FLIGHT);
      int requests = bench.few();
      for (int i = 0; i < requests; i++) {
        int room = i - IN_FLIGHT;
        bench.awaitUntil(() -> inbox.count() > room, "room for a request", inbox::count);
        rr.ask(requester, i);
        if (i == Math.min(requests, IN_FLIGHT) - 1) {
          underWay.countDown();
        }
      }
      rr.awaitReplies(inbox, requests);
      assertThat(inbox.numbers())
          .containsExactlyInAnyOrderElementsOf(RequestReplyBench.upTo(requests));
    }
  }

  private static void await(ConformanceBench bench, CountDownLatch latch) {
    try {
      latch.await(bench.kit().deadline().toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static void aSlowResponderHoldsUpNoOther(ConformanceBench bench) throws Exception {
    try (RequestReplyBench rr = requestReply(bench, 2, 2, 2)) {
      CountDownLatch release = new CountDownLatch(1);
      rr.responder(0, () -> await(bench, release));
      rr.responder(1);
      ReplyInbox slow = new ReplyInbox();
      ReplyInbox quick = new ReplyInbox();
      Requester ofSlow = rr.requester(0, slow, 2);
      Requester ofQuick = rr.requester(1, quick);
      rr.ask(ofSlow, 1);
      bench.awaitUntil(() -> rr.requestsReceived() >= 1, "the first request", rr::requestsReceived);
      rr.ask(ofQuick, 2);
      rr.awaitReplies(quick, 1);
      assertThat(slow.count()).as("replies of the slow one").isZero();
      release.countDown();
      rr.awaitReplies(slow, 1);
    }
  }

  private static void nothingComesAfterClose(ConformanceBench bench) throws Exception {
    try (RequestReplyBench rr = requestReply(bench, 1, 2, 1)) {
      AutoCloseable responder = rr.responder(0);
      ReplyInbox inbox = new ReplyInbox();
      Requester requester = rr.requester(0, inbox, 2);
      rr.ask(requester, 1);
      rr.awaitReplies(inbox, 1);
      bench.run("close of a responder", responder::close);
      long received = rr.requestsReceived();
      rr.ask(requester, 2);
      rr.awaitAccepted(2);
      bench.run("close of a requester", requester::close);
      ReplyInbox second = new ReplyInbox();
      rr.responder(0);
      Requester other = rr.requester(1, second, 2);
      rr.ask(other, 3);
      rr.awaitReplies(second, 1);
      assertThat(second.numbers()).isEqualTo(List.of(3L));
      assertThat(inbox.count()).as("replies to the closed requester").isEqualTo(1);
      assertThat(rr.requestsReceived()).isGreaterThan(received);
    }
  }

  private static void namesItsMechanismAndCleansUp(ConformanceBench bench) throws Exception {
    try (RequestReplyBench rr = requestReply(bench, 2, 2, 2)) {
      RequestReply driver = rr.driver();
      assertThat(bench.call("replyMechanism", driver::replyMechanism)).isNotBlank();
      rr.delete();
      rr.delete();
    }
  }

  /** A request waits while another driver uses its destination as one that existed before. */
  private static void existingDestinationsAreKept(ConformanceBench bench) throws Exception {
    try (RequestReplyBench rr = requestReply(bench, 1, 1, 1)) {
      // A broker may keep requests only after the first responder has come.
      AutoCloseable first = rr.responder(0);
      bench.run("close of a responder", first::close);
      ReplyInbox inbox = new ReplyInbox();
      rr.ask(rr.requester(0, inbox, 2), 1);
      rr.awaitAccepted(1);
      try (ConformanceBench another = bench.another()) {
        RequestReply other = another.capability(RequestReply.class);
        another.require(
            another.call("canRequestReply", other::canRequestReply),
            "another driver has no request/reply with this configuration");
        rr.useAsExisting(another, other);
      }
      rr.responder(0);
      bench.awaitUntil(
          () -> rr.requestsReceived() >= 1,
          "a request whose destination another driver has used as existing",
          rr::requestsReceived);
    }
  }
}
