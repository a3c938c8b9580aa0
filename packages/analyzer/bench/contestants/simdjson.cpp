// The job of the bench with simdjson's on-demand parser: hits, their bytes, aliases, sources and snippets, the five largest.
#include <simdjson.h>

#include <algorithm>
#include <cstdio>
#include <utility>
#include <vector>

using namespace simdjson;

int main(int, char **arguments) {
  auto json = padded_string::load(arguments[1]).value();
  ondemand::parser parser;
  ondemand::document document = parser.iterate(json);
  unsigned long hits = 0, bytes = 0, aliases = 0, sources = 0, snippets = 0;
  std::vector<std::pair<unsigned long, unsigned long>> largest;
  for (auto provider : document["extra"]["identity_aml"].get_object()) {
    for (auto run : provider.value().get_array()) {
      ondemand::object run_object = run.get_object();
      for (auto entry : run_object["output"]["provider"].get_array()) {
        ondemand::object entry_object = entry.get_object();
        for (auto element : entry_object["output"]["content"]["data"]["hits"].get_array()) {
          ondemand::value hit = element.value();
          const char *start = hit.current_location().value();
          ondemand::object hit_object = hit.get_object();
          for (auto field : hit_object) {
            if (field.unescaped_key().value() != "doc") continue;
            for (auto part : field.value().get_object()) {
              auto key = part.unescaped_key().value();
              if (key == "aka") {
                for (auto alias : part.value().get_array()) {
                  (void)alias;
                  aliases += 1;
                }
              } else if (key == "sources") {
                for (auto source : part.value().get_array()) {
                  (void)source;
                  sources += 1;
                }
              } else if (key == "media") {
                for (auto article : part.value().get_array()) {
                  for (auto property : article.get_object()) {
                    if (property.unescaped_key().value() == "snippet") snippets += 1;
                  }
                }
              }
            }
          }
          const char *end = document.current_location().value();
          // The parser stands at the next token: the comma or bracket behind the hit, and perhaps white space before it.
          while (end[-1] != '}') end -= 1;
          unsigned long size = end - start;
          hits += 1;
          bytes += size;
          largest.emplace_back(size, hits - 1);
          std::push_heap(largest.begin(), largest.end(), std::greater<>());
          if (largest.size() > 5) {
            std::pop_heap(largest.begin(), largest.end(), std::greater<>());
            largest.pop_back();
          }
        }
      }
    }
  }
  unsigned long most = 0;
  for (auto &each : largest) most = std::max(most, each.first);
  std::printf("{\"hits\":%lu,\"aliases\":%lu,\"sources\":%lu,\"snippets\":%lu,\"bytes\":%lu,\"largest\":%lu}\n", hits, aliases,
              sources, snippets, bytes, most);
}
