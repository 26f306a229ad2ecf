package dev.dray.http;

import java.util.Map;

/** How the server is, by the name of each thing that can be wrong; empty where it is right. */
public interface Health {
  Map<String, String> live();

  Map<String, String> ready();
}
