package io.tidemark.http;

import java.net.http.HttpResponse.BodyHandler;
import java.net.http.HttpResponse.BodySubscriber;
import java.net.http.HttpResponse.BodySubscribers;
import java.net.http.HttpResponse.ResponseInfo;

/**
 * When a question left and when its answer arrived, by {@link System#nanoTime()}: the second is
 * taken by the client's own thread, not by the one that waits for the answer.
 */
final class AnswerStamps implements BodyHandler<byte[]> {
  private volatile long askedNanoTime;
  private volatile long arrivedNanoTime;

  void asked() {
    askedNanoTime = System.nanoTime();
  }

  @Override
  public BodySubscriber<byte[]> apply(ResponseInfo info) {
    arrivedNanoTime = System.nanoTime();
    return BodySubscribers.ofByteArray();
  }

  long askedNanoTime() {
    return askedNanoTime;
  }

  long arrivedNanoTime() {
    return arrivedNanoTime;
  }
}
