package io.tidemark.driver;

import java.util.Map;
import java.util.Optional;

/**
 * A driver whose producers and requesters have a connection each. In a run with {@code
 * connectionPer} the framework creates and closes one for each message or request, or for some of
 * them:
 *
 * <ul>
 *   <li>The future of {@code createProducer} or {@code createRequester} completes when the
 *       connection is open and authenticated, TLS included.
 *   <li>{@code close} returns when the connection is closed.
 *   <li>These methods are called by several threads at once, also those of different clients of one
 *       topic or pair. A driver that remembers its clients forgets closed ones.
 * </ul>
 */
public interface OwnConnections {

  /**
   * Why clients of a driver file do not have a connection each. Checked before the run, on an
   * instance that is not initialized. Connects to nothing.
   *
   * @param requests whether connections are those of requesters, of which several with one index
   *     may be open at the same time; otherwise of producers
   * @param configuration the whole driver file as maps, lists and scalars, as in {@link
   *     DescribedDriver#validate}
   * @return what is wrong and what is allowed instead, as the rest of a sentence that begins with
   *     {@code connectionPer: }; empty if each has its own
   */
  Optional<String> connectionProblem(boolean requests, Map<String, Object> configuration);
}
