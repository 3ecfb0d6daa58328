package io.tidemark.features.profile;

import io.tidemark.features.profile.stack.ProcessProfile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;

/**
 * Records what the threads of a RabbitMQ node do, by Erlang's accounting of their states, the work
 * of Erlang's processes, and the node's memory.
 */
final class RabbitMqRecorder implements ProcessRecorder {
  private final int node;
  private final ErlangMachine machine;
  private final List<String> printed = new ArrayList<>();
  private boolean recorded;

  /**
   * @param node its number
   */
  RabbitMqRecorder(int node, ErlangMachine machine) {
    this.node = node;
    this.machine = machine;
  }

  @Override
  public String process() {
    return BrokerRecorder.name(node);
  }

  /** The files of RabbitMQ's command are in the page cache then. */
  @Override
  public void warmUp() throws IOException, InterruptedException {
    machine.evaluate("prepare the profile", "ok.");
  }

  @Override
  public void start() throws IOException, InterruptedException {
    machine.evaluate("start the profile", ErlangExpressions.START);
    recorded = true;
  }

  @Override
  public void stop() throws IOException, InterruptedException {
    if (!recorded) {
      return;
    }
    recorded = false;
    String figures = machine.evaluate("read the profile", ErlangExpressions.STOP);
    if (figures.contains(ErlangExpressions.NOT_RECORDED)) {
      throw new IOException(BrokerRecorder.ENDED);
    }
    printed.add(figures);
  }

  @Override
  public String ending() {
    return ".txt";
  }

  @Override
  public void fetch(Path file) throws IOException, InterruptedException {
    stop();
    Files.writeString(file, String.join("\n", printed), StandardOpenOption.CREATE_NEW);
  }

  @Override
  public ProcessProfile read(Path file, List<String> phases, double seconds) throws IOException {
    return ErlangReader.read(printed, process(), phases);
  }

  /**
   * What a node of RabbitMQ evaluates at the beginning and at the end of a profiled time, for
   * Erlang 25 and later. There are no quotes and dollar signs in it: scripts around RabbitMQ's
   * command treat them differently.
   */
  private static final class ErlangExpressions {
    /** The answer to {@link #STOP} if the node was started again since {@link #START}. */
    static final String NOT_RECORDED = "not_recorded";

    /** The work of each process is kept, so that only that of the profiled time is printed. */
    static final String START =
        oneLine(
            """
            persistent_term:put(tidemark_profile, maps:from_list(
              [{P, R} || P <- processes(), {reductions, R} <- [process_info(P, reductions)]])),
            erlang:system_flag(microstate_accounting, true),
            erlang:system_flag(microstate_accounting, reset),
            ok.
            """);

    /**
     * Prints the time of each thread in each state since the last reset, the work of all processes
     * and of the 20 with most of it, and the memory, as tuples with four elements. Turns the
     * accounting of states off.
     *
     * <p>Names of processes: the registered one, as quorum queues have it; what RabbitMQ keeps in
     * the dictionary of connections, channels and classic queues; the label of Erlang 27; otherwise
     * the function that it began with. 36 is the dollar sign.
     */
    static final String STOP =
        oneLine(
            """
            case persistent_term:get(tidemark_profile, none) of none -> not_recorded; Before ->
            States = erlang:statistics(microstate_accounting),
            erlang:system_flag(microstate_accounting, false),
            persistent_term:erase(tidemark_profile),
            Work = [{R - maps:get(P, Before, 0), P} || P <- processes(), P =/= self(),
              {reductions, R} <- [process_info(P, reductions)]],
            Most = lists:sublist(lists:reverse(lists:sort(Work)), 20),
            Own = fun(K) -> list_to_atom([36 | atom_to_list(K)]) end,
            First = fun(F, [K | Keys], D, Else) ->
                case lists:keyfind(K, 1, D) of {_, V} -> V; false -> F(F, Keys, D, Else) end;
              (_, [], _, Else) -> Else end,
            Name = fun(P) -> case process_info(P, [registered_name, dictionary, initial_call]) of
              [{_, N}, _, _] when is_atom(N) -> N;
              [_, {_, D}, {_, Call}] -> First(First,
                [process_name, Own(process_label), Own(initial_call)], D, Call);
              undefined -> ended end end,
            Text = fun(N) -> lists:sublist([if C =:= 34 -> 39; C =:= 92 -> 47; C > 31, C < 127 -> C;
              true -> 63 end || C <- lists:flatten(io_lib:format([126, 48, 112], [N]))], 100) end,
            [{thread, T, S, erlang:convert_time_unit(V, perf_counter, microsecond)}
              || #{type := T, counters := C} <- States, {S, V} <- maps:to_list(C)]
            ++ [{process, Text(Name(P)), reductions, N} || {N, P} <- Most, N > 0]
            ++ [{processes, all, reductions, lists:sum([N || {N, _} <- Work])}]
            ++ [{memory, K, bytes, V} || {K, V} <- rabbit_vm:memory(), is_integer(V)]
            ++ [{release, otp, version, list_to_integer(erlang:system_info(otp_release))}]
            end.
            """);

    private ErlangExpressions() {}

    private static String oneLine(String text) {
      return text.strip().replaceAll("\\s+", " ");
    }
  }
}
